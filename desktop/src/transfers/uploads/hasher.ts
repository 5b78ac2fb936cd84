import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ContentDigest, FileHasher, Hashes } from '@clouddisk/client/uploads/ports'
import { LIMITS } from '@clouddisk/contract/limits'
import { DiskFile } from './disk-file.ts'
import type { HashMessage, HashOrder } from './hash-worker.ts'

/**
 * Hashes with Node's own functions: large files in a thread, small ones where they are. One thread makes both hashes: a
 * second one would read the file once more, and processors are busy with sending it.
 */

/** Below this size a thread takes longer to start than the hash. */
const THREAD_MIN_BYTES = 4 * 1024 * 1024

export const nodeHasher: FileHasher = {
  async hash(blob, { signal, onProgress }) {
    signal.throwIfAborted()
    if (!(blob instanceof DiskFile) || blob.size < THREAD_MIN_BYTES) {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      onProgress(bytes.length)
      return { md5: hashOf('md5', bytes), sha256: hashOf('sha256', bytes) }
    }
    return hashInThread({ path: blob.path, size: blob.size }, signal, onProgress)
  },

  async digests(contents, signal) {
    const digests: ContentDigest[] = []
    for (const content of contents) {
      signal.throwIfAborted()
      digests.push(await digestOf(content))
    }
    return digests
  },

  async prove(blob, { ranges, nonce }, signal) {
    const hash = createHash('sha256')
    for (const [offset, length] of ranges) {
      for (let at = 0; at < length; at += LIMITS.sha256SliceBytes) {
        signal.throwIfAborted()
        const end = Math.min(length, at + LIMITS.sha256SliceBytes)
        hash.update(new Uint8Array(await blob.slice(offset + at, offset + end).arrayBuffer()))
      }
    }
    return hash.update(nonce).digest('hex')
  },
}

const hashOf = (algorithm: string, bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex')

async function digestOf(content: Blob): Promise<ContentDigest> {
  try {
    return { sha256: hashOf('sha256', new Uint8Array(await content.arrayBuffer())) }
  } catch (error) {
    const { name, message } = error as Error
    return { error: { name, message } }
  }
}

/** @throws the signal's reason on abort, or an Error if the file cannot be read. */
function hashInThread(
  order: HashOrder,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Hashes> {
  const worker = new Worker(new URL('hash-worker.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    const stop = () => {
      void worker.terminate()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      settle()
    }
    worker.on('message', (message: HashMessage) => {
      if ('bytes' in message) onProgress(message.bytes)
      else if ('hashes' in message) end(() => resolve(message.hashes))
      else end(() => reject(new Error(message.error)))
    })
    worker.on('error', (error) => end(() => reject(error)))
  })
}
