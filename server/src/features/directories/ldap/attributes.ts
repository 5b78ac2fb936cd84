import type { Entry } from 'ldapts'

/** Values of entries: one or several, as text or as bytes, under a name in any case. */

/** Attributes of Windows that are bytes though they may look like text. */
export const BINARY = ['objectGUID', 'objectSid', 'mS-DS-ConsistencyGuid']
const binaryNames = new Map(BINARY.map((name) => [name.toLowerCase(), name]))

/** The library compares the names as the server writes them. */
export const binaryAttributes = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => [...new Set([name, binaryNames.get(name.toLowerCase()) ?? []].flat())])
    .filter((name) => binaryNames.has(name.toLowerCase()))

export function valuesOf(entry: Entry, name: string): (string | Buffer)[] {
  const value = entry[name] ?? entry[keyOf(entry, name)]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

const keyOf = (entry: Entry, name: string): string => {
  const folded = name.toLowerCase()
  return Object.keys(entry).find((key) => key.toLowerCase() === folded) ?? name
}

export function textsOf(entry: Entry, name: string): string[] {
  if (name === '') return []
  return valuesOf(entry, name)
    .map((value) => (typeof value === 'string' ? value : value.toString('utf8')))
    .filter((text) => text !== '')
}

/** The first of several. */
export const textOf = (entry: Entry, name: string): string => textsOf(entry, name)[0]?.trim() ?? ''

/** An id that is bytes is written as Windows writes it, or in hexadecimal. */
export function idOf(entry: Entry, name: string): string {
  const [value] = valuesOf(entry, name)
  if (value === undefined || value.length === 0) return ''
  if (typeof value === 'string')
    return binaryNames.has(name.toLowerCase()) ? guidOf(Buffer.from(value)) : value
  return guidOf(value)
}

function guidOf(bytes: Buffer): string {
  if (bytes.length !== 16) return bytes.toString('hex')
  const part = (from: number, to: number) => bytes.subarray(from, to)
  // The first three parts are numbers, lowest byte first.
  const [a, b, c] = [part(0, 4), part(4, 6), part(6, 8)].map((one) => Buffer.from(one).reverse())
  return [a, b, c, part(8, 10), part(10, 16)].map((one) => one?.toString('hex')).join('-')
}

/** A value in a filter (RFC 4515). */
export const escapeFilter = (value: string): string =>
  value.replace(/[\p{Cc}\\*()]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
