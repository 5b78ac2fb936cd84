import { createStore } from '../lib/store.ts'

/** Measures text. Widths change when a font is loaded, which `useFonts` reports. */

const fontLoads = createStore(0)
document.fonts?.addEventListener('loadingdone', () => fontLoads.set(fontLoads.get() + 1))

/** A number that changes whenever fonts are loaded. */
export const useFonts = (): number => fontLoads.use()

const context = document.createElement('canvas').getContext('2d')

/** In CSS pixels, in the page's font. */
export function textWidth(text: string, size: number): number {
  if (!context) return 0
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}
