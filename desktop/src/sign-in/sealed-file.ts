import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../system/write-file.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * Secrets in a file sealed with AES-256-GCM, for systems without a key store. The key lies beside it, both readable by
 * the person alone: this protects copies of one file, not against a program of the same person.
 */

const IV_BYTES = 12
const TAG_BYTES = 16

export function sealedFile(folder: string): SecretStore {
  const path = join(folder, 'secrets')
  const keyPath = join(folder, 'secrets.key')
  let key: Promise<Buffer> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const readKey = () => {
    key ??= readFile(keyPath).catch(async () => {
      const made = randomBytes(32)
      await replaceFile(keyPath, made)
      return made
    })
    return key
  }

  async function readAll(): Promise<Record<string, string>> {
    const sealed = await readFile(path).catch(() => undefined)
    if (!sealed) return {}
    try {
      const decipher = createDecipheriv('aes-256-gcm', await readKey(), sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString())
    } catch {
      // Changed by another hand: the person signs in again.
      return {}
    }
  }

  async function writeAll(secrets: Record<string, string>): Promise<void> {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', await readKey(), iv)
    const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()])
    await replaceFile(path, Buffer.concat([iv, cipher.getAuthTag(), sealed]))
  }

  /** One change after the other, so that none is lost. */
  const change = (how: (secrets: Record<string, string>) => void): Promise<void> => {
    const changed = last.then(async () => {
      const secrets = await readAll()
      how(secrets)
      await writeAll(secrets)
    })
    last = changed.catch(() => undefined)
    return changed
  }

  return {
    read: async (name) => {
      await last
      return (await readAll())[name] ?? null
    },
    write: (name, secret) =>
      change((secrets) => {
        secrets[name] = secret
      }),
    remove: (name) =>
      change((secrets) => {
        delete secrets[name]
      }),
  }
}
