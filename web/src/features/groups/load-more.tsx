import { type ReactElement, useEffect, useRef } from 'react'
import { LoadMoreError } from '../../ui/load-more-error.tsx'
import type { GroupList } from './use-groups.ts'

/** The next groups come as the end of those that are here comes into view. */
export function LoadMoreGroups({
  list: { rows, loaded, show, stopped },
}: {
  list: GroupList
}): ReactElement | null {
  const end = useRef<HTMLDivElement>(null)
  const missing = (rows?.length ?? 0) > loaded.length
  useEffect(() => {
    if (!missing || !end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) show(0, loaded.length)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [missing, loaded.length, show])
  if (stopped) return <LoadMoreError failure={stopped} />
  return missing ? <div ref={end} className="h-10" aria-hidden /> : null
}
