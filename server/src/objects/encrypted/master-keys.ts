import { exec } from 'node:child_process'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { SECOND } from '@clouddisk/contract/time'
import type { EncryptionConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/parse.ts'

/** Master keys wrap the content keys. They are configured by the operator and are in no database and no backup. */

const BYTES = 32
const NONCE = 12
const TAG = 16
const CIPHER = 'aes-256-gcm'
const COMMAND_MS = 30 * SECOND
/** Of the command's output. */
const MAX_OUTPUT_BYTES = 64 * 1024

export const newMasterKey = (): string => randomBytes(BYTES).toString('hex')

export class MasterKey {
  /** Identifies the key without revealing it. */
  readonly id: string
  readonly #wrapping: Uint8Array

  constructor(secret: Uint8Array) {
    this.id = createHash('sha256').update('clouddisk master key').update(secret).digest('hex').slice(0, 16)
    this.#wrapping = Buffer.from(hkdfSync('sha256', secret, '', 'clouddisk content keys 1', BYTES))
  }

  wrap(secret: Uint8Array, number: number): Buffer {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, this.#wrapping, nonce).setAAD(aadOf(number))
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }

  /** Undefined unless it was wrapped by this key under this number. */
  unwrap(wrapped: Buffer, number: number): Uint8Array | undefined {
    if (wrapped.length !== NONCE + BYTES + TAG) return undefined
    const decipher = createDecipheriv(CIPHER, this.#wrapping, wrapped.subarray(0, NONCE))
      .setAAD(aadOf(number))
      .setAuthTag(wrapped.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(wrapped.subarray(NONCE, -TAG)), decipher.final()])
    } catch {
      return undefined
    }
  }
}

const aadOf = (number: number): Buffer => Buffer.from(`content key ${number}`)

/** The first key wraps, all of them unwrap. Throws ConfigError, which never contains the value. */
export async function readMasterKeys({
  variable,
  source,
}: EncryptionConfig): Promise<[MasterKey, ...MasterKey[]]> {
  const [first, ...more] = (await textOf(variable, source)).split(/[\s,]+/).filter(Boolean)
  if (!first) throw new ConfigError(`${variable}: no key found in it.`)
  const key = (text: string) => new MasterKey(secretOf(text, variable))
  return [key(first), ...more.map(key)]
}

const GROUP_AND_OTHERS = 0o077

/** A warning if other users can read the key file. Only a warning, as container secrets may have to be readable. */
export async function keyFileWarning(encryption: EncryptionConfig | undefined): Promise<string | undefined> {
  if (!encryption || !('file' in encryption.source)) return undefined
  const { file } = encryption.source
  const { mode } = await stat(file)
  if ((mode & GROUP_AND_OTHERS) === 0) return undefined
  return `${encryption.variable}: other users of this machine can read ${file}, and decrypt all content with it. Restrict it: chmod 600 ${shellQuote(file)}`
}

const shellQuote = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`

async function textOf(variable: string, source: EncryptionConfig['source']): Promise<string> {
  if ('text' in source) return source.text
  if ('file' in source)
    return readFile(source.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(
        `${variable}: ${error.code === 'ENOENT' ? missingFile(source.file) : `${error.message}.`}`,
      )
    })
  const options = { timeout: COMMAND_MS, maxBuffer: MAX_OUTPUT_BYTES }
  const { stdout } = await promisify(exec)(source.command, options).catch((error: { code?: unknown }) => {
    // Its output may contain the key.
    throw new ConfigError(`${variable}: the command failed (${error.code ?? 'timed out'}).`)
  })
  return stdout
}

/** A new key cannot decrypt existing content, so it is suggested only for new installations. */
const missingFile = (file: string): string =>
  `there is no file ${file}. Set the file that holds the master keys, or put it back. ` +
  `If nothing is encrypted yet, create one: umask 077; npm run --silent cli -- encryption key > ${shellQuote(file)}`

function secretOf(text: string, variable: string): Buffer {
  const secret = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (secret.length !== BYTES)
    throw new ConfigError(
      `${variable}: expected keys of ${BYTES} bytes, each as 64 hexadecimal digits or as base64.`,
    )
  return secret
}
