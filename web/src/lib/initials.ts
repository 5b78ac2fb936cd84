/** Pinyin initials of Chinese names, by the browser's own order of pinyin. */

/** For each initial letter of pinyin syllables, the first character in pinyin order. */
const BOUNDARIES: readonly (readonly [boundary: string, letter: string])[] = [
  ...'吖a 丷b 嚓c 咑d 妸e 发f 旮g 哈h 丌j 咔k 垃l 呣m 拏n 喔o 妑p 七q 呥r 仨s 他t 屲w 夕x 丫y 帀z'.split(' '),
].map((pair) => {
  const [boundary = '', letter = ''] = [...pair]
  return [boundary, letter] as const
})
export const isHan = (char: string): boolean => /\p{Script=Han}/u.test(char)
const byPinyin = new Intl.Collator('zh-u-co-pinyin')

/** `市场部 2026` becomes `scb 2026`; other characters are kept. */
export const initials = (text: string): string =>
  [...text].map((char) => (isHan(char) ? initialOf(char) : char)).join('')

/** The first letter of a Chinese character's pinyin. */
export function initialOf(char: string): string {
  let letter = char
  for (const [boundary, next] of BOUNDARIES) {
    if (byPinyin.compare(boundary, char) > 0) break
    letter = next
  }
  return letter
}
