import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncFolder, renameDurably, writeSynced } from './durable-file.ts'
import { ConfigError } from './parse.ts'

const KEY_BYTES = 32

/** Keys derived from the instance key. */
export interface Secrets {
  /** A 32-byte key for a purpose, the same at each start. */
  subKey(purpose: string): KeyObject
}

export class KeyCorrupted extends ConfigError {
  /** Worded to follow the path of the key. */
  readonly fault: string
  constructor(path: string, bytes: number) {
    const fault = `is damaged: it holds ${bytes} bytes instead of ${KEY_BYTES}`
    super(`${path} ${fault}.`)
    this.fault = fault
  }
}

export const instanceKeyPath = (dataDir: string): string => join(dataDir, 'secrets', 'instance.key')

/** Reads the instance key of a data directory, or creates it durably. */
export async function openOrCreateSecrets(dataDir: string): Promise<Secrets> {
  return (await readSecrets(dataDir)) ?? secretsFrom(await createKey(instanceKeyPath(dataDir)))
}

/** Reads the instance key; undefined if there is none. */
export async function readSecrets(dataDir: string): Promise<Secrets | undefined> {
  const key = await readKey(instanceKeyPath(dataDir))
  return key && secretsFrom(key)
}

/** Identifies a key without revealing it. */
export const fingerprintOf = (secrets: Secrets): string =>
  createHash('sha256').update(secrets.subKey('fingerprint').export()).digest('hex')

function secretsFrom(key: Buffer): Secrets {
  const derived = new Map<string, KeyObject>()
  return {
    subKey(purpose) {
      const known = derived.get(purpose)
      if (known) return known
      const bytes = hkdfSync('sha256', key, '', `clouddisk ${purpose}`, KEY_BYTES)
      const fresh = createSecretKey(Buffer.from(bytes))
      derived.set(purpose, fresh)
      return fresh
    },
  }
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const key = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(`The instance key cannot be read: ${error.message}.`)
  })
  if (key && key.length !== KEY_BYTES) throw new KeyCorrupted(path, key.length)
  if (key && ((await stat(path)).mode & 0o077) !== 0) await restrictPermissions(path)
  return key
}

/** Removes access for other users; ignores read-only file systems and foreign files, as with mounted secrets. */
const restrictPermissions = (path: string): Promise<void> =>
  chmod(path, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EROFS' && error.code !== 'EPERM') throw error
  })

/** Creates a new instance key; an existing one is kept in a file beside it, whose path is returned. */
export async function rotateInstanceKey(
  dataDir: string,
): Promise<{ secrets: Secrets; kept: string | undefined }> {
  const path = instanceKeyPath(dataDir)
  const aside = `${path}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  const kept = await link(path, aside).then(
    () => aside,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  return { secrets: secretsFrom(await createKey(path)), kept }
}

async function createKey(path: string): Promise<Buffer> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = randomBytes(KEY_BYTES)
  const draft = `${path}.new`
  await writeSynced(draft, key)
  await renameDurably(draft, path)
  await fsyncFolder(dirname(folder))
  return key
}
