import type { BadFieldReason } from '@clouddisk/contract/errors'
import { decodeName, nameKey, numberedName, splitName } from '@clouddisk/contract/names'
import type { Tx } from '../db/database.ts'
import { refuseField } from '../errors/refusal.ts'
import { takenKeys } from './files.ts'
import { pinyinOf } from './pinyin.ts'

/** A name as stored: the name itself, its key among siblings, its lower-case extension and its pinyin. */
export interface StoredName {
  readonly name: string
  readonly nameKey: string
  readonly ext: string
  /** How it is typed on a keyboard, for search. */
  readonly pinyin: string
}

export const storedName = (name: string, isFolder: boolean): StoredName => ({
  name,
  nameKey: nameKey(name),
  ext: isFolder ? '' : splitName(name).ext.toLowerCase(),
  pinyin: pinyinOf(name),
})

/**
 * The name in a call, encoded (A§3) or plain (C section 3). Refuses the field if neither is given or it does
 * not decode.
 */
export function nameFromFields(
  encoded: string | undefined,
  plain: string | undefined,
  field: string,
): string {
  if (plain !== undefined) return plain
  if (encoded === undefined) refuseField(field, 'missing')
  return decodeName(encoded) ?? refuseField(field, 'encoding')
}

export function refuseNameFault(fault: BadFieldReason | undefined, field: string): void {
  if (fault) refuseField(field, fault)
}

const TRIES_MAX = 5000

/** Highest number of a name known to be taken in a folder, by transaction. */
const passed = new WeakMap<Tx, Map<string, number>>()

/** The first free "name (n)" in a folder; names in `also` count as taken. The caller holds the space lock. */
export async function findFreeName(
  tx: Tx,
  parentId: string,
  name: string,
  isFolder: boolean,
  also: ReadonlySet<string> = new Set(),
): Promise<StoredName> {
  const reached = passed.get(tx) ?? new Map<string, number>()
  passed.set(tx, reached)
  const place = [parentId, isFolder, nameKey(name)].join()
  for (let tries = 10; ; tries = Math.min(tries * 10, TRIES_MAX)) {
    const first = (reached.get(place) ?? 0) + 1
    const candidates = Array.from({ length: tries }, (_, i) =>
      nameKey(numberedName(name, first + i, isFolder)),
    )
    const taken = await takenKeys(tx, parentId, candidates)
    const at = candidates.findIndex((key) => !taken.has(key) && !also.has(key))
    reached.set(place, first + (at < 0 ? tries : at) - 1)
    if (at >= 0) return storedName(numberedName(name, first + at, isFolder), isFolder)
  }
}
