import type { BadFieldReason } from '@clouddisk/contract/errors'
import { decodeName, nameKey, numberedName, splitName } from '@clouddisk/contract/names'
import type { Reader } from '../../db/database.ts'
import { refuseField } from '../../http/refusal.ts'
import { takenKeys } from './store.ts'

/** A name as the tree keeps it: as given, its sibling key, its extension in lower case. */
export interface StoredName {
  readonly name: string
  readonly nameKey: string
  readonly ext: string
}

export const storedName = (name: string, isFolder: boolean): StoredName => ({
  name,
  nameKey: nameKey(name),
  ext: isFolder ? '' : splitName(name).ext.toLowerCase(),
})

/** The name that a call gives, in A§3's spelling or plain (C section 3); neither, or one that does not decode, is 20001. */
export function givenName(encoded: string | undefined, plain: string | undefined, field: string): string {
  if (plain !== undefined) return plain
  if (encoded === undefined) refuseField(field, 'missing')
  return decodeName(encoded) ?? refuseField(field, 'encoding')
}

export function refuseFault(fault: BadFieldReason | undefined, field: string): void {
  if (fault) refuseField(field, fault)
}

const TRIES_A_ROUND = 50

/** The first "name (n)" that is free in a folder; the caller holds the space's lock. `also` are keys about to be used. */
export async function freeName(
  db: Reader,
  parentId: string,
  name: string,
  isFolder: boolean,
  also: ReadonlySet<string> = new Set(),
): Promise<StoredName> {
  for (let first = 1; ; first += TRIES_A_ROUND) {
    const candidates = Array.from({ length: TRIES_A_ROUND }, (_, i) =>
      storedName(numberedName(name, first + i, isFolder), isFolder),
    )
    const taken = await takenKeys(
      db,
      parentId,
      candidates.map((candidate) => candidate.nameKey),
    )
    const free = candidates.find(({ nameKey: key }) => !taken.has(key) && !also.has(key))
    if (free) return free
  }
}
