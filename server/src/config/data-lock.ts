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
import { makeFolder } from './make-folder.ts'
import { ConfigError } from './parse.ts'

/** Who works on a data directory. The command line gives way by itself soon; a server does not. */
export type LockRole = 'server' | 'cli'

export interface LockOwner {
  readonly pid: number
  readonly role: LockRole
}

export interface DataLock {
  release(): void
  /** The same, and takes away what was made for it, as far as nothing else is there: for whoever has begun nothing. */
  releaseAndRemove(): void
}

/** Somebody alive holds the data directory. */
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
 * Takes the one lock that says who is alive on a data directory, and makes the directory. The kernel holds it on an
 * open file, so it is gone with its owner, however that ended, and no process number is ever mistaken for another.
 * Waits up to `patienceMs` for a command line to end; throws DataDirBusy for a server, or when that is over.
 */
export async function lockDataDir(dataDir: string, role: LockRole, timeoutMs = 10_000): Promise<DataLock> {
  // Others may pass through to the database's own folder, which may belong to another user, but list nothing.
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

/** @param made the lock's file and the folders above it, each within the next. */
function lockOf(fd: number, made: readonly string[]): DataLock {
  const release = () => closeSync(fd)
  const releaseAndRemove = () => {
    try {
      const [file, ...folders] = made
      if (file) unlinkSync(file)
      for (const folder of folders) rmdirSync(folder)
    } catch {
      // Something else is there.
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
/** What an administrator can set right; follows the folder. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: 'is on a read-only file system. Remount it for writing, or set another folder.',
  ENOSPC: 'is on a full disk. Free some space, or set another folder.',
  EEXIST: 'is not a folder, or part of its path is not. Set another folder.',
  ENOTDIR: 'is not a folder, or part of its path is not. Set another folder.',
  ENOENT: 'cannot be created. Set another folder.',
}

/** The open file, once it is locked. */
function tryLock(path: string, role: LockRole): number | undefined {
  const fd = withPathErrors(() => openSync(path, 'a+', 0o600), dirname(path))
  // Node has no flock(2). The lock belongs to the open file, which the helper shares with us, and outlives the helper.
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

/** Who had it before may have taken the file away with it: whoever comes next would lock another one. */
const isSameFile = (path: string, fd: number): boolean =>
  statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino

function readOwner(path: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner
  } catch {
    // The owner has the lock and is just about to write its name.
    return undefined
  }
}
