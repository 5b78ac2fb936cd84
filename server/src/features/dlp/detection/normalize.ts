/** Text and terms as they are compared: so that spelling, width and line breaks do not hide anything. */

const INVISIBLE = /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]/gu
/** White space between Chinese characters, as PDF and spaced-out titles have it. */
const WITHIN_CHINESE = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu

export const normalize = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replace(/\s+/g, ' ').replace(WITHIN_CHINESE, '')
