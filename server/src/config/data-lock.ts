import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from './durable-file.ts'
import { ConfigError } from './parse.ts'

/** The kind of process that uses a data directory. A command ends soon; a server does not. */
export type LockRole = 'server' | 'cli'

export interface LockOwner {
  readonly pid: number
  readonly role: LockRole
}

export interface DataLock {
  release(): void
  /** Releases the lock and removes the file and folders created for it, unless something else is in them. */
  releaseAndRemove(): void
}

/** Another process holds the data directory. */
export class DataDirInUse extends ConfigError {
  readonly owner: LockOwner | undefined
  constructor(dataDir: string, owner: LockOwner | undefined) {
    super(
      owner?.role === 'cli'
        ? `Another Clouddisk command (process ${owner.pid}) is using ${dataDir}. Try again when it has finished.`
        : `Another Clouddisk ${owner ? `(process ${owner.pid}) ` : ''}is using ${dataDir}. Stop it first, or set another CLOUDDISK_DATA.`,
    )
    this.owner = owner
  }
}

const FLOCK_BUSY = 75
const POLL_MS = 50

/**
 * Creates the data directory and takes its lock. The kernel keeps the lock on an open file, so it ends with its owner.
 * Waits up to `timeoutMs` for a command to end; throws DataDirInUse for a server, or after the timeout.
 */
export async function lockDataDir(dataDir: string, role: LockRole, timeoutMs = 10_000): Promise<DataLock> {
  // Searchable by others, as the database folder in it may belong to another user.
  const folders = withPathErrors(() => makeFolder(dataDir, 0o711), dataDir)
  const path = join(dataDir, LOCK)
  const created = existsSync(path) ? [] : [path, ...folders.reverse()]
  for (const end = Date.now() + timeoutMs; ; await delay(POLL_MS)) {
    const fd = tryLock(path, role)
    if (fd !== undefined) return lockOf(fd, created)
    const owner = readOwner(path)
    if (owner?.role === 'server' || Date.now() > end) throw new DataDirInUse(dataDir, owner)
  }
}

const LOCK = 'lock'

/** @param created the lock file and the folders created for it, innermost first. */
function lockOf(fd: number, created: readonly string[]): DataLock {
  const release = () => closeSync(fd)
  const releaseAndRemove = () => {
    try {
      const [file, ...folders] = created
      if (file) unlinkSync(file)
      for (const folder of folders) rmdirSync(folder)
    } catch {
      // Not empty.
    } finally {
      release()
    }
  }
  return { release, releaseAndRemove }
}

function withPathErrors<T>(work: () => T, dataDir: string): T {
  try {
    return work()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const says = REASONS[code] ?? `cannot be used: ${message}.`
    throw new ConfigError(`CLOUDDISK_DATA: ${dataDir} ${says}`, { cause: error })
  }
}

const NOT_WRITABLE = 'is not writable by this user. Change its owner (chown), or set another folder.'
/** Errors that an administrator can fix, worded to follow the folder. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: 'is on a read-only file system. Remount it for writing, or set another folder.',
  ENOSPC: 'is on a full disk. Free some space, or set another folder.',
  EEXIST: 'is not a folder, or part of its path is not. Set another folder.',
  ENOTDIR: 'is not a folder, or part of its path is not. Set another folder.',
  ENOENT: 'cannot be created. Set another folder.',
}

/** The file descriptor once it is locked; undefined if another process has the lock. */
function tryLock(path: string, role: LockRole): number | undefined {
  const fd = withPathErrors(() => openSync(path, 'a+', 0o600), dirname(path))
  // Node has no flock(2). The lock belongs to the open file description that flock(1) inherits, and outlives it.
  const { status, error } = spawnSync('flock', ['-n', '-E', String(FLOCK_BUSY), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  })
  if (status === 0 && !isSameFile(path, fd)) {
    closeSync(fd)
    return undefined
  }
  if (status === 0) {
    const owner: LockOwner = { pid: process.pid, role }
    ftruncateSync(fd)
    writeSync(fd, JSON.stringify(owner), 0)
    return fd
  }
  closeSync(fd)
  if (status === FLOCK_BUSY) return undefined
  throw new ConfigError(`${path} cannot be locked: ${error?.message ?? `flock ended with ${status}`}.`)
}

/** Whether `path` still is the locked file: the previous owner may have removed it. */
const isSameFile = (path: string, fd: number): boolean =>
  statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino

function readOwner(path: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner
  } catch {
    // The owner has not written its name yet.
    return undefined
  }
}
