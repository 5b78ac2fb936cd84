import { lengthOf } from '@clouddisk/contract/names'

const MESSAGE_MAX = 120

/** What a notification shows of a text that people wrote. */
export const beginningOf = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ')
  return lengthOf(line) > MESSAGE_MAX ? `${[...line].slice(0, MESSAGE_MAX).join('')}…` : line
}
