import type { EntryFault } from '@clouddisk/contract/archives'
import { decodeNames, keyOfPath, type RawName } from './raw-names.ts'

/** Reads what 7-Zip prints about an archive (`l -slt`). Pure. */

export interface Entry {
  /** Decoded, with `/` between names; undefined where the path leads elsewhere. */
  readonly path: string
  /** keyOfPath of the path without `.` and empty names, as 7-Zip extracts it. */
  readonly key: string
  readonly isFolder: boolean
  readonly size: number | null
  readonly packedSize: number | null
  readonly time: string | null
  readonly fault?: EntryFault
}

export interface Entries {
  readonly format: string
  readonly entries: readonly Entry[]
  readonly encoding: string | null
}

const NEWLINE = 0x0a
const PATH = Buffer.from('Path = ')
/** Between the facts of the archive and its entries. */
const ENTRIES = Buffer.from('\n----------\n')
const ARCHIVE = Buffer.from('\n--\n')

/** @param max entries; what comes after them is left out. */
export function parseEntries(printed: Buffer, max: number): Entries {
  const start = printed.indexOf(ENTRIES)
  const head = printed.subarray(Math.max(0, printed.indexOf(ARCHIVE)), start < 0 ? printed.length : start)
  const format = /^Type = (.+)$/m.exec(head.toString('latin1'))?.[1]?.trim() ?? ''
  const blocks = start < 0 ? [] : [...blocksOf(printed.subarray(start + ENTRIES.length), max)]
  const { decoded, encoding } = decodeNames(blocks.map(({ name }) => name))
  const entries = blocks.map(({ name, facts }, at) => entryOf(decoded[at] ?? '', name.bytes, facts))
  return { format: format.toLowerCase(), entries, encoding }
}

interface Block {
  readonly name: RawName
  readonly facts: ReadonlyMap<string, string>
}

function* blocksOf(bytes: Buffer, max: number): Generator<Block> {
  let path: Buffer | undefined
  let facts = new Map<string, string>()
  let count = 0
  const block = (raw: Buffer): Block => ({
    name: { bytes: raw, isUtf8: /\bUTF8\b/.test(facts.get('Characteristics') ?? '') },
    facts,
  })
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, at)
    const line = bytes.subarray(at, newline < 0 ? bytes.length : newline)
    at += line.length + 1
    if (line.subarray(0, PATH.length).equals(PATH)) {
      path = line.subarray(PATH.length)
      facts = new Map()
    } else if (line.length === 0) {
      if (path) yield block(path)
      path = undefined
      if (++count >= max) return
    } else if (path) {
      const text = line.toString()
      const equals = text.indexOf(' = ')
      // A value may be empty.
      if (equals > 0) facts.set(text.slice(0, equals), text.slice(equals + 3))
    }
  }
  if (path) yield block(path)
}

function entryOf(decoded: string, raw: Uint8Array, facts: Block['facts']): Entry {
  const { path, isUnsafe } = cleanPath(decoded)
  const mode = modeOf(facts)
  const isFolder = facts.get('Folder') === '+' || mode === 'd' || /^D/.test(facts.get('Attributes') ?? '')
  const fault = faultOf(facts, mode, isUnsafe)
  return {
    path,
    key: cleanKey(keyOfPath(raw)),
    isFolder,
    size: isFolder ? 0 : numberOf(facts.get('Size')),
    packedSize: isFolder ? 0 : numberOf(facts.get('Packed Size')),
    time: timeOf(facts.get('Modified')),
    ...(fault && { fault }),
  }
}

/** 7-Zip's character for a backslash that is part of a name. */
const BACKSLASHES = /[\\\uf05c]/g

/** Without names that stand for the folder itself; unsafe if it leads out of it. */
function cleanPath(decoded: string): { path: string; isUnsafe: boolean } {
  const whole = decoded.replace(BACKSLASHES, '/')
  const names = whole.split('/')
  const isUnsafe = whole.startsWith('/') || /^[a-z]:(?:\/|$)/i.test(whole) || names.includes('..')
  return { path: isUnsafe ? whole : names.filter(isName).join('/'), isUnsafe }
}

const isName = (name: string): boolean => name !== '' && name !== '.'

/** The path that 7-Zip extracts it to: it leaves out what would lead elsewhere. */
const cleanKey = (key: string): string =>
  key
    .split('/')
    .filter((name) => isName(name) && name !== '..')
    .join('/')

/** First letter of the mode of Unix: file, link, device … */
function modeOf(facts: Block['facts']): string {
  const mode = facts.get('Mode') ?? facts.get('Attributes') ?? ''
  return /([-a-z])[-rwxsStT]{9}$/.exec(mode)?.[1] ?? '-'
}

function faultOf(facts: Block['facts'], mode: string, isUnsafe: boolean): EntryFault | undefined {
  if (isUnsafe) return 'unsafe'
  // A reparse point of Windows has the attribute L.
  const isLink = facts.get('Symbolic Link') || facts.get('Hard Link') || mode === 'l'
  if (isLink || /^[A-KM-Z]*L/.test(facts.get('Attributes')?.split(' ')[0] ?? '')) return 'link'
  if ('cbps'.includes(mode)) return 'special'
  return facts.get('Encrypted') === '+' ? 'encrypted' : undefined
}

function numberOf(text: string | undefined): number | null {
  const number = Number(text)
  return text && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** Printed in the time zone of the process. */
function timeOf(text: string | undefined): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text ?? '')
  if (!match) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  const time = new Date(year, month - 1, day, hour, minute, second)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
