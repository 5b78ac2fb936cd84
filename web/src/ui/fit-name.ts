/** Fits names into little space. Pure. */

let segmenter: Intl.Segmenter | undefined
/** Letters and Chinese characters, each of which stands for itself. */
const SINGLE = /^[ -~\u4e00-\u9fff\uff01-\uff5e]*$/

/** User-perceived characters, such as an emoji of several code points. */
export function graphemes(text: string): readonly string[] {
  // The segmenter takes long to begin, and most names do without.
  if (SINGLE.test(text)) return text.split('')
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/**
 * A name in at most two lines, truncated in the middle: names of a series differ at their end.
 * @param width of a line, in the unit of `measure`.
 */
export function fitName(name: string, width: number, measure: (text: string) => number): readonly string[] {
  if (measure(name) <= width) return [name]
  const all = graphemes(name)
  const fits = (text: string) => measure(text) <= width
  const dot = all.lastIndexOf('.')
  // Do not break inside an extension.
  const max = dot > 0 && fits(all.slice(dot).join('')) ? dot : all.length - 1
  const first = most(max, (count) => fits(all.slice(0, count).join('')))
  const head = all.slice(0, first).join('')
  const rest = all.slice(first)
  if (fits(rest.join(''))) return [head, rest.join('')]
  const last = (count: number) => `…${rest.slice(rest.length - count).join('')}`
  return [head, last(most(rest.length - 1, (count) => fits(last(count))))]
}

/** The largest count up to `max` that fits; at least 1. */
function most(max: number, fits: (count: number) => boolean): number {
  let [low, high] = [1, Math.max(1, max)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
