import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveListing } from '@clouddisk/contract/archives'
import { openArchive } from './open.ts'
import { type ArchiveAnswer, LISTING_FILE, type ListTask } from './task.ts'

/** Writes the listing of an archive; one with encrypted names is empty. */
export async function list(task: ListTask): Promise<ArchiveAnswer> {
  const opened = await openArchive(task)
  if ('problem' in opened && opened.problem !== 'encrypted') return opened
  const listing: ArchiveListing =
    'problem' in opened
      ? { ...EMPTY, isEncrypted: true }
      : {
          ...EMPTY,
          format: opened.format,
          isSingle: opened.isSingle,
          isCut: opened.isCut,
          isDamaged: opened.isDamaged,
          encoding: opened.encoding,
          entries: opened.entries.map(({ key, path, ...shown }) => ({
            path: opened.isSingle ? '' : path,
            ...shown,
          })),
        }
  writeFileSync(join(task.folder, 'output', LISTING_FILE), JSON.stringify(listing))
  return { done: true, files: listing.entries.length, bytes: 0 }
}

const EMPTY: ArchiveListing = {
  format: '',
  isEncrypted: false,
  isSingle: false,
  isCut: false,
  isDamaged: false,
  encoding: null,
  entries: [],
}
