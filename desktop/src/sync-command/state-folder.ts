import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandEnded, EXIT } from './exit-codes.ts'
import type { SyncOptions } from './options.ts'
import { say } from './strings.ts'

/** State of one sync: a folder for each combination of server, local folder and target. */
export function stateFolderOf({ state, origin, from, group, to }: SyncOptions): string {
  const key = JSON.stringify([origin, from, group, to])
  return join(state, createHash('sha256').update(key).digest('hex').slice(0, 24))
}

/** SQLITE_BUSY */
const BUSY = 5

/**
 * One run of a sync at a time: an exclusive lock on a database, which the system releases however the process ends.
 * @returns what releases it.
 * @throws CommandEnded
 */
export function lock(folder: string, language: SyncOptions['language']): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const db = new DatabaseSync(join(folder, 'lock.db'))
    try {
      db.exec('pragma busy_timeout = 0; begin exclusive')
    } catch (error) {
      db.close()
      throw error
    }
    return () => db.close()
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY)
      throw new CommandEnded(EXIT.otherRun, 'otherRun', say('otherRun', language))
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandEnded(EXIT.usage, 'badState', say('badState', language, { path: folder, reason }))
  }
}
