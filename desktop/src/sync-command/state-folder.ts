import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../system/lock-file.ts'
import { CommandEnded, EXIT } from './exit-codes.ts'
import type { SyncOptions } from './options.ts'
import { say } from './strings.ts'

/** State of one sync: a folder for each combination of server, local folder and target. */
export function stateFolderOf({ state, origin, from, group, to }: SyncOptions): string {
  const key = JSON.stringify([origin, from, group, to])
  return join(state, createHash('sha256').update(key).digest('hex').slice(0, 24))
}

/**
 * One run of a sync at a time.
 * @returns what releases it.
 * @throws CommandEnded
 */
export function lock(folder: string, language: SyncOptions['language']): () => void {
  let release: (() => void) | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    release = lockFile(join(folder, 'lock.db'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandEnded(EXIT.usage, 'badState', say('badState', language, { path: folder, reason }))
  }
  if (!release) throw new CommandEnded(EXIT.otherRun, 'otherRun', say('otherRun', language))
  return release
}
