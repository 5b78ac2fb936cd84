import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/** Bytes that wait while others are written. */
const WAITING_BYTES = 1024 * 1024

/** Bytes after which what has been written goes to the disk in the background, so that the end waits for little. */
const SYNC_EVERY = 64 * 1024 * 1024

interface Waiting {
  readonly chunk: Buffer
}

/**
 * A part file as the end of a stream. Chunks are written many at a time, and their memory is freed at once; nothing else may use it.
 * V8 would free it late, as it lies outside its heap.
 * @param from where the next byte goes; 0 begins a new file. @param onWritten is called with the bytes that the file then has.
 */
export function partFileStream(path: string, from: number, onWritten: (bytes: number) => void): Writable {
  let file: FileHandle
  let at = from
  let syncAt = from + SYNC_EVERY
  let synced: Promise<void> = Promise.resolve()
  /** The kernel reports a failure only once: the next write has it. */
  let syncFailed: { readonly error: unknown } | undefined
  const syncInBackground = (): void => {
    syncAt = at + SYNC_EVERY
    synced = synced
      .then(() => file.datasync())
      .catch((error: unknown) => {
        syncFailed ??= { error }
      })
  }
  const write = async (chunks: readonly Buffer[]): Promise<void> => {
    for (let left = [...chunks]; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, at)
      at += bytesWritten
      left = after(left, bytesWritten)
    }
    for (const chunk of chunks) free(chunk)
    if (syncFailed) throw syncFailed.error
    onWritten(at)
    if (at >= syncAt) syncInBackground()
  }
  const settle = (done: Promise<void>, callback: (error?: Error | null) => void): void => {
    done.then(() => callback(), callback)
  }
  return new Writable({
    highWaterMark: WAITING_BYTES,
    construct(callback) {
      const opened = async () => {
        file = await open(path, from > 0 ? 'r+' : 'w')
      }
      settle(opened(), callback)
    },
    write(chunk: Buffer, _encoding, callback) {
      settle(write([chunk]), callback)
    },
    writev(waiting: readonly Waiting[], callback) {
      settle(write(waiting.map(({ chunk }) => chunk)), callback)
    },
    final(callback) {
      const settled = async () => {
        await synced
        if (syncFailed) throw syncFailed.error
      }
      settle(settled(), callback)
    },
    destroy(error, callback) {
      const closed = async () => {
        await synced
        await file?.close()
      }
      closed().then(
        () => callback(error),
        (failed) => callback(error ?? failed),
      )
    },
  })
}

/** What is left of chunks after their first bytes. */
function after(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(skip, chunk.length)
    skip -= skipped
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)]
  })
}

/** If all of the memory is the chunk's. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
