import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Hashes one file with one algorithm, and tells how far it is. It ends when it has answered, or is terminated. */

export interface HashOrder {
  readonly path: string
  readonly size: number
  readonly algorithm: 'sha256' | 'md5'
  /** Bytes between two messages. */
  readonly sliceBytes: number
}
export type HashMessage = { readonly bytes: number } | { readonly hash: string } | { readonly error: string }

const READ_BYTES = 1024 * 1024

async function hash({ path, size, algorithm, sliceBytes }: HashOrder): Promise<string> {
  const hasher = createHash(algorithm)
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const file = await open(path, 'r')
  try {
    let told = 0
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, size - at), at)
      if (bytesRead === 0) throw new Error('the file has become shorter')
      hasher.update(buffer.subarray(0, bytesRead))
      at += bytesRead
      if (at - told >= sliceBytes || at === size) parentPort?.postMessage({ bytes: at })
      if (at - told >= sliceBytes) told = at
    }
  } finally {
    await file.close()
  }
  return hasher.digest('hex')
}

const answer = (message: HashMessage) => parentPort?.postMessage(message)
hash(workerData).then(
  (done) => answer({ hash: done }),
  (error: unknown) => answer({ error: String(error) }),
)
