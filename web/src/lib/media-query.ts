import { useSyncExternalStore } from 'react'

/** Subscribes to a media query. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** DESIGN.md section 3. */
export const usePhone = () => useMediaQuery('(width < 768px)')
export const useTouch = () => useMediaQuery('(pointer: coarse)')
