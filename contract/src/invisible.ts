/**
 * Characters that Unicode calls default-ignorable: zero-width spaces, joiners, soft hyphens, variation selectors, tags.
 * They show nothing of their own, so two names that differ by them alone look the same. Some shape what stands beside them,
 * and those are seen: emoji that are joined into one, flags with tags, and joiners between letters of Arabic script and
 * after Indic viramas (the cases of UAX #31, 2.3). Pure.
 */

/** Letters that join the one after them; a non-joiner behind one of the others shows nothing. */
const ARABIC = String.raw`(?=\p{L})\p{Script=Arabic}`
const RIGHT_JOINING = String.raw`[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]`
const JOINING = String.raw`(?!${RIGHT_JOINING})${ARABIC}\p{M}*`
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca]`
const JOINERS = String.raw`\u200c\u200d\u{e0020}-\u{e007f}`

/** At the end of a name as well as in it. */
const SEEN_AT_END = [
  // Flags of countries' parts.
  String.raw`(?<=\p{Extended_Pictographic})[\u{e0020}-\u{e007e}]+\u{e007f}`,
  // Half forms, and the chillu letters of Malayalam as they were written before Unicode 5.1.
  String.raw`(?<=${VIRAMA})\u200d`,
  // A letter in its joining form, with nothing that it joins.
  String.raw`(?<=${JOINING})\u200d(?!\p{M}*${ARABIC}|[${JOINERS}])`,
]
const SEEN = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${JOINING})\u200c(?=${ARABIC})`,
  String.raw`(?<=${VIRAMA})\u200c(?=\p{L})`,
  String.raw`(?<=\p{L})\u200d(?=${VIRAMA})`,
  ...SEEN_AT_END,
]
/** Another form of the character before; a name with it and one without look alike enough to be the same. */
const VARIANTS = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{So}\p{Sm}])[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{Ideographic})[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
]

const UNSEEN = new RegExp(String.raw`(?![${JOINERS}])\p{Default_Ignorable_Code_Point}`, 'gu')
const JOINER = new RegExp(`(${SEEN.join('|')})|[${JOINERS}]`, 'gu')
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const BEGIN = /^\p{Default_Ignorable_Code_Point}/u
const END = /\p{Default_Ignorable_Code_Point}$/u
const PROPER_END = new RegExp(`(?:${[...SEEN_AT_END, ...VARIANTS].join('|')})$`, 'u')

/** Removes default-ignorable characters that do not change how the text looks. */
export function visibleOf(text: string): string {
  if (!IGNORABLE.test(text)) return text
  return text.replace(UNSEEN, '').replace(JOINER, (_joiner, seen: string | undefined) => seen ?? '')
}

const VARIANT = new RegExp(VARIANTS.join('|'), 'gu')

/** Whether there is nothing to see of a text, or of a character in it. */
export const hasInvisible = (text: string): boolean =>
  text.replace(VARIANT, '') !== visibleOf(text) || /^[\p{White_Space}\u2800]+$/u.test(text)

/** Whether a text begins or ends with an invisible character. */
export const hasInvisibleEnd = (text: string): boolean =>
  BEGIN.test(text) || (END.test(text) && !PROPER_END.test(text))
