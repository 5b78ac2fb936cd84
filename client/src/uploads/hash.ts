import { LIMITS } from '@clouddisk/contract/limits'
import type { ProofRequest } from '@clouddisk/contract/uploads'
import { createMD5, createSHA256 } from 'hash-wasm'
import type { Hashes } from './ports.ts'

/** Hashes a file in slices: one pass, constant memory (R102). For web workers and Node. */

interface HashOptions {
  signal?: AbortSignal
  /** Bytes hashed so far; called after each slice. */
  onProgress?: (bytes: number) => void
}

/** Both hashes in one pass; lower-case hex. */
export async function hashBlob(blob: Blob, options: HashOptions = {}): Promise<Hashes> {
  const [sha256, md5] = await Promise.all([createSHA256(), createMD5()])
  sha256.init()
  md5.init()
  await eachSlice(blob, LIMITS.sha256SliceBytes, options, (bytes) => {
    sha256.update(bytes)
    for (let at = 0; at < bytes.length; at += LIMITS.md5SliceBytes) {
      md5.update(bytes.subarray(at, at + LIMITS.md5SliceBytes))
    }
  })
  return { sha256: sha256.digest(), md5: md5.digest() }
}

/** SHA-256 only, so that two workers can share the work. */
export async function sha256Blob(blob: Blob, options: HashOptions = {}): Promise<string> {
  const sha256 = await createSHA256()
  sha256.init()
  await eachSlice(blob, LIMITS.sha256SliceBytes, options, (bytes) => sha256.update(bytes))
  return sha256.digest()
}

/** MD5 only. */
export async function md5Blob(blob: Blob, options: HashOptions = {}): Promise<string> {
  const md5 = await createMD5()
  md5.init()
  await eachSlice(blob, LIMITS.md5SliceBytes, options, (bytes) => md5.update(bytes))
  return md5.digest()
}

/** Hex SHA-256 over the bytes of the ranges in order, then the nonce's UTF-8 bytes (C10). */
export async function proveBlob(blob: Blob, { ranges, nonce }: ProofRequest): Promise<string> {
  const sha256 = await createSHA256()
  sha256.init()
  for (const [offset, length] of ranges) {
    await eachSlice(blob.slice(offset, offset + length), LIMITS.sha256SliceBytes, {}, (bytes) =>
      sha256.update(bytes),
    )
  }
  return sha256.update(new TextEncoder().encode(nonce)).digest()
}

/** @throws the signal's reason on abort, or the read error. */
async function eachSlice(
  blob: Blob,
  size: number,
  { signal, onProgress }: HashOptions,
  use: (bytes: Uint8Array) => void,
): Promise<void> {
  signal?.throwIfAborted()
  for (let at = 0; at < blob.size; at += size) {
    const bytes = new Uint8Array(await blob.slice(at, at + size).arrayBuffer())
    signal?.throwIfAborted()
    use(bytes)
    onProgress?.(at + bytes.length)
  }
}
