import { Worker } from 'node:worker_threads'
import { type SegmentContext, UnknownContentKey } from './encrypted/segments.ts'
import { type Digest, ObjectCorrupted } from './port.ts'

/** A request to the worker; `front` is the number of bytes that may be read. */
export type HashRequest = { id: number } & (
  | { do: 'open'; file: string | number; md5: boolean; segmentContext: SegmentContext | undefined }
  | { do: 'advance'; front: number }
  | { do: 'finish'; front: number }
  | { do: 'cancel' }
)
export type HashResponse = { id: number } & (
  | { size: number; crc32: number; sha256: Uint8Array; md5?: Uint8Array }
  | { error: string; corrupted?: boolean; unknownKey?: number }
)

interface HashOptions {
  readonly md5?: boolean
  /** For an encrypted file: its plain content is hashed. */
  readonly segmentContext?: SegmentContext | undefined
}

/** Hashes a file while it is being written. */
export interface FileFollower {
  /** The bytes `[0, front)` are written and do not change any more; whole segments, if the file is encrypted. */
  advance(front: number): void
  /** Called once, with the size of the complete file. */
  finish(size: number): Promise<Digest>
  cancel(): void
}

const YOUNG_MB = 3

/** Hashes files in one worker thread, which is started when it is first needed. */
export class Hasher {
  #worker: Worker | undefined
  #pending = new Map<number, PromiseWithResolvers<Digest>>()
  #finishing = new Set<number>()
  #lastId = 0

  /** Takes a path, or ownership of a file descriptor, which survives a rename. */
  follow(file: string | number, { md5 = false, segmentContext }: HashOptions = {}): FileFollower {
    const id = ++this.#lastId
    const outcome = Promise.withResolvers<Digest>()
    outcome.promise.catch(() => undefined)
    this.#pending.set(id, outcome)
    this.#post({ id, do: 'open', file, md5, segmentContext })
    return {
      advance: (front) => this.#post({ id, do: 'advance', front }),
      finish: (size) => {
        if (this.#pending.has(id)) this.#finishing.add(id)
        this.#post({ id, do: 'finish', front: size })
        this.#keepAlive()
        return outcome.promise
      },
      cancel: () => {
        this.#pending.delete(id)
        this.#post({ id, do: 'cancel' })
      },
    }
  }

  /** The digest of a complete file of `size` bytes. */
  digest(path: string, size: number, want: HashOptions = {}): Promise<Digest> {
    return this.follow(path, want).finish(size)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#failAll(new Error('the hasher is closed'))
  }

  #post(request: HashRequest): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), {
      trackUnmanagedFds: false,
      // It makes little garbage, and gives none of its young generation back while it rests.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    worker.on('message', (response: HashResponse) => this.#onResponse(response))
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#failAll(error)
    })
    // After adding the listeners, which keep the process alive.
    worker.unref()
    return worker
  }

  #onResponse(response: HashResponse): void {
    const outcome = this.#pending.get(response.id)
    this.#pending.delete(response.id)
    this.#finishing.delete(response.id)
    this.#keepAlive()
    if ('error' in response) outcome?.reject(errorOf(response))
    else
      outcome?.resolve({
        size: response.size,
        crc32: response.crc32,
        sha256: Buffer.from(response.sha256),
        ...(response.md5 && { md5: Buffer.from(response.md5) }),
      })
  }

  #failAll(error: unknown): void {
    for (const outcome of this.#pending.values()) outcome.reject(error)
    this.#pending.clear()
    this.#finishing.clear()
  }

  /** Keeps the process alive only while a result is awaited. */
  #keepAlive(): void {
    if (this.#finishing.size > 0) this.#worker?.ref()
    else this.#worker?.unref()
  }
}

function errorOf({ error, corrupted, unknownKey }: Extract<HashResponse, { error: string }>): Error {
  if (unknownKey !== undefined) return new UnknownContentKey(unknownKey)
  return corrupted ? new ObjectCorrupted(error) : new Error(`hashing failed: ${error}`)
}
