import { hasInvisible } from './invisible.ts'
import { LIMITS } from './limits.ts'
import type { NameReason } from './name-reasons.ts'
import { hasControlCharacter, lengthOf, nameKey } from './names.ts'

/** What a label may be (B§5 "Labels"), and its color. Pure. */

export const LABEL_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const
export type LabelColor = (typeof LABEL_COLORS)[number]

/** Labels with the same key are one: their Unicode form and case do not count. */
export const labelKey = (label: string): string => nameKey(label.trim())

/** As a label is stored: trimmed and in NFC. */
export const labelText = (typed: string): string => typed.trim().normalize('NFC')

/** What is wrong with the text of a label; undefined when it is fine. */
export function labelFault(label: string): NameReason | undefined {
  if (label === '') return 'label_empty'
  if (hasControlCharacter(label) || hasInvisible(label)) return 'label_characters'
  return lengthOf(label) > LIMITS.labelMax ? 'label_too_long' : undefined
}

/** The color of a label without a chosen one, by its name; never gray. */
export function defaultLabelColor(key: string): LabelColor {
  let hash = 0
  for (const letter of key) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return LABEL_COLORS[1 + (hash % (LABEL_COLORS.length - 1))] ?? 'gray'
}
