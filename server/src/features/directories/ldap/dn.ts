/** Distinguished names (RFC 4514), so that two spellings of one name are equal. */

/** Its parts from the entry up, folded: attribute and value without escapes, in lower case. */
export function dnParts(dn: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < dn.length; at++) {
    const character = dn[at] as string
    if (character === '\\') {
      const hex = /^(?:\\[0-9a-fA-F]{2})+/.exec(dn.slice(at))?.[0]
      if (hex) {
        part += Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8')
        at += hex.length - 1
      } else part += dn[++at] ?? ''
    } else if (character === ',' || character === ';') {
      parts.push(fold(part))
      part = ''
    } else part += character
  }
  if (part.trim() !== '' || parts.length > 0) parts.push(fold(part))
  return parts
}

const fold = (part: string): string => {
  const equals = part.indexOf('=')
  const folded = `${part.slice(0, equals).trim()}=${part.slice(equals + 1).trim()}`
  return folded.normalize('NFC').toLowerCase()
}

/** A separator that no folded part is confused by. */
const SEPARATOR = '\u0000'

export const dnKey = (dn: string): string => dnParts(dn).join(SEPARATOR)

/** Keys of the names above, the nearest first. */
export function keysAbove(dn: string): string[] {
  const parts = dnParts(dn)
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join(SEPARATOR))
}

export const isDn = (text: string): boolean =>
  text.trim() !== '' && dnParts(text).every((part) => /^[a-z][a-z0-9.-]*=.+$|^[0-9.]+=.+$/s.test(part))
