import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Hashes } from '@clouddisk/client/uploads/ports'
import { LIMITS } from '@clouddisk/contract/limits'

/** Hashes one file, and tells how far it is. It ends when it has answered, or is terminated. */

export interface HashOrder {
  readonly path: string
  readonly size: number
}
export type HashMessage =
  | { readonly bytes: number }
  | { readonly hashes: Hashes }
  | { readonly error: string }

const READ_BYTES = 1024 * 1024

async function hash({ path, size }: HashOrder): Promise<Hashes> {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const file = await open(path, 'r')
  try {
    let told = 0
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, size - at), at)
      if (bytesRead === 0) throw new Error('the file has become shorter')
      const bytes = buffer.subarray(0, bytesRead)
      sha256.update(bytes)
      md5.update(bytes)
      at += bytesRead
      if (at - told < LIMITS.md5SliceBytes && at < size) continue
      told = at
      answer({ bytes: at })
    }
  } finally {
    await file.close()
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') }
}

const answer = (message: HashMessage) => parentPort?.postMessage(message)
hash(workerData).then(
  (hashes) => answer({ hashes }),
  (error: unknown) => answer({ error: String(error) }),
)
