import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY */
const BUSY = 5

/**
 * An exclusive lock on a file, which the system releases however the process ends: that of a database without content.
 * @returns what releases it; undefined if another process has it. @throws where the file cannot be written.
 */
export function lockFile(path: string): (() => void) | undefined {
  const db = new DatabaseSync(path)
  try {
    db.exec('pragma busy_timeout = 0; begin exclusive')
    return () => db.close()
  } catch (error) {
    db.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
}
