/**
 * What the index of contents knows of a text: hashes of pairs of Chinese, Japanese or Korean characters, which no spaces separate
 * into words, and of three letters or digits of other words in sequence. A text that has a word has all its sequences; the
 * converse is checked with the text itself.
 */

const RUN = /[\p{L}\p{N}\p{M}]+/gu
/** Written without spaces between words. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々〆]+)/u

/** As texts and words are compared. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** Sequences of a text that are indexed, from its beginning: more than a book has. */
const GRAMS_MAX = 256 * 1024

export function gramsOfText(text: string): number[] {
  const grams = new Set<number>()
  for (const [run] of fold(text).matchAll(RUN)) {
    for (const part of run.split(UNSPACED)) addGrams(grams, part, true)
    if (grams.size >= GRAMS_MAX) break
  }
  return [...grams].slice(0, GRAMS_MAX)
}

/** Sequences that every text with this folded word has; none for what is too short to be looked up. */
export function gramsOfWord(word: string): number[] {
  const grams = new Set<number>()
  for (const [run] of word.matchAll(RUN)) {
    for (const part of run.split(UNSPACED)) {
      // Two letters are found where a word begins with them.
      const isShort = [...part].length === 2 && run === word
      addGrams(grams, part, isShort)
    }
  }
  return [...grams]
}

/** `fromStart`: with the beginning of a word as a sequence of its own. */
function addGrams(grams: Set<number>, part: string, fromStart: boolean): void {
  const isUnspaced = UNSPACED.test(part)
  const letters = [...(isUnspaced || !fromStart ? part : ` ${part}`)]
  const length = isUnspaced ? 2 : 3
  for (let at = 0; at + length <= letters.length; at++)
    grams.add(hash(letters.slice(at, at + length).join('')))
}

/** FNV-1a, as a signed integer of 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum | 0
}
