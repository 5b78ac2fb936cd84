import { pinyin } from 'pinyin-pro'

/** How names with Chinese characters are found by what is typed on a keyboard. */

const HAN = /\p{Script=Han}/u
/** Not typed in a search. */
const SEPARATOR = /[\s._-]/u
/** Characters of a name that are indexed, and of one entry: what people type at most. */
const NAME_MAX = 64
const ENTRY_MAX = 24

/**
 * The pinyin and the initials of a name from each of its Chinese characters on, each after a space: "报告1" is
 * " baogao1 bg1 gao1 g1". A search for part of it that begins with a syllable finds it as the prefix of an entry. ''
 * for names without Chinese characters.
 */
export function pinyinOf(name: string): string {
  if (!HAN.test(name)) return ''
  const characters = [...name].slice(0, NAME_MAX)
  const syllables = pinyin(characters.join(''), { toneType: 'none', type: 'array', v: true })
  // One syllable a character; anything else would index other characters than those of the name.
  if (syllables.length !== characters.length) return ''
  const entries = new Set<string>()
  characters.forEach((character, at) => {
    if (!HAN.test(character)) return
    const typed = syllables.slice(at, at + ENTRY_MAX).filter((syllable) => !SEPARATOR.test(syllable))
    entries.add(typed.join('').toLowerCase())
    entries.add(
      typed
        .map((syllable) => [...syllable][0])
        .join('')
        .toLowerCase(),
    )
  })
  return [...entries].map((entry) => ` ${entry.replaceAll(' ', '')}`).join('')
}
