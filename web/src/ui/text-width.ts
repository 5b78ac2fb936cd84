import { createStore } from '../lib/store.ts'

/** How wide words are drawn. Widths known before a font came are wrong afterwards: `useFonts` says so. */

const arrivals = createStore(0)
document.fonts?.addEventListener('loadingdone', () => arrivals.set(arrivals.get() + 1))

/** Another number each time fonts have come. */
export const useFonts = (): number => arrivals.use()

const context = document.createElement('canvas').getContext('2d')

/** In CSS pixels, in the page's font. */
export function textWidth(text: string, size: number): number {
  if (!context) return 0
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}
