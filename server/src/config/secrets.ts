import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncFolder, renameDurably, writeSynced } from './durable-file.ts'
import { ConfigError } from './parse.ts'

const KEY_BYTES = 32

/** What nobody else may know, derived from one key of this installation. */
export interface Secrets {
  /** A key of 32 bytes for one of a few fixed purposes; the same at each start, telling nothing about another's. */
  subKey(purpose: string): KeyObject
}

export class KeyCorrupted extends ConfigError {
  /** Follows the path of the key. */
  readonly fault: string
  constructor(path: string, bytes: number) {
    const fault = `is damaged: it holds ${bytes} bytes instead of ${KEY_BYTES}`
    super(`${path} ${fault}.`)
    this.fault = fault
  }
}

export const instanceKeyPath = (dataDir: string): string => join(dataDir, 'secrets', 'instance.key')

/** Reads the instance key of a data directory, or makes it: durable before the first thing is signed with it. */
export async function openOrCreateSecrets(dataDir: string): Promise<Secrets> {
  return (await readSecrets(dataDir)) ?? secretsFrom(await createKey(instanceKeyPath(dataDir)))
}

/** The same where there is a key; nothing is made. */
export async function readSecrets(dataDir: string): Promise<Secrets | undefined> {
  const key = await readKey(instanceKeyPath(dataDir))
  return key && secretsFrom(key)
}

/** Tells one key from another and nothing of it. */
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

/** To others; one that was handed in may lie where nothing can be changed. */
const restrictPermissions = (path: string): Promise<void> =>
  chmod(path, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EROFS' && error.code !== 'EPERM') throw error
  })

/** Makes another key. One that is there is kept beside it; answers where. */
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
