import { Worker } from 'node:worker_threads'
import { type SegmentContext, UnknownContentKey } from './encrypted/segments.ts'
import { type Digest, ObjectCorrupted } from './port.ts'

/** What the worker is told; `front` is how many bytes of the file are there to be read. */
export type HashOrder = { id: number } & (
  | { do: 'open'; file: string | number; md5: boolean; opening: SegmentContext | undefined }
  | { do: 'advance'; front: number }
  | { do: 'finish'; front: number }
  | { do: 'forget' }
)
export type HashAnswer = { id: number } & (
  | { size: number; crc32: number; sha256: Uint8Array; md5?: Uint8Array }
  | { error: string; damaged?: boolean; unknownKey?: number }
)

export interface FileHash {
  readonly md5?: boolean
  /** Where the file is encrypted: what is hashed is what came. */
  readonly opening?: SegmentContext | undefined
}

/** A file whose hash grows while the file does. */
export interface FileFollower {
  /** The bytes `[0, front)` are there and will not change; of an encrypted file they are whole segments. */
  advance(front: number): void
  /** Once, with the file's whole size: its digest. */
  finish(size: number): Promise<Digest>
  forget(): void
}

/** Hashing beside the event loop, in one worker thread that is started when it is first needed. */
export class Hasher {
  #worker: Worker | undefined
  #waiting = new Map<number, PromiseWithResolvers<Digest>>()
  #finishing = new Set<number>()
  #lastId = 0

  /** A path, or an open file that is the hasher's from then on: it outlives a rename. */
  follow(file: string | number, { md5 = false, opening }: FileHash = {}): FileFollower {
    const id = ++this.#lastId
    const outcome = Promise.withResolvers<Digest>()
    outcome.promise.catch(() => undefined)
    this.#waiting.set(id, outcome)
    this.#order({ id, do: 'open', file, md5, opening })
    return {
      advance: (front) => this.#order({ id, do: 'advance', front }),
      finish: (size) => {
        if (this.#waiting.has(id)) this.#finishing.add(id)
        this.#order({ id, do: 'finish', front: size })
        this.#keepAlive()
        return outcome.promise
      },
      forget: () => {
        this.#waiting.delete(id)
        this.#order({ id, do: 'forget' })
      },
    }
  }

  /** The digest of a file that is complete; `size` is the file's. */
  digest(path: string, size: number, want: FileHash = {}): Promise<Digest> {
    return this.follow(path, want).finish(size)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#failAll(new Error('the hasher is closed'))
  }

  #order(order: HashOrder): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(order)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { trackUnmanagedFds: false })
    worker.on('message', (answer: HashAnswer) => this.#answered(answer))
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#failAll(error)
    })
    // Behind the listeners, which hold the process.
    worker.unref()
    return worker
  }

  #answered(answer: HashAnswer): void {
    const outcome = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    this.#finishing.delete(answer.id)
    this.#keepAlive()
    if ('error' in answer) outcome?.reject(faultOf(answer))
    else
      outcome?.resolve({
        size: answer.size,
        crc32: answer.crc32,
        sha256: Buffer.from(answer.sha256),
        ...(answer.md5 && { md5: Buffer.from(answer.md5) }),
      })
  }

  #failAll(error: unknown): void {
    for (const outcome of this.#waiting.values()) outcome.reject(error)
    this.#waiting.clear()
    this.#finishing.clear()
  }

  /** Only an answer that somebody waits for holds the process. */
  #keepAlive(): void {
    if (this.#finishing.size > 0) this.#worker?.ref()
    else this.#worker?.unref()
  }
}

function faultOf({ error, damaged, unknownKey }: Extract<HashAnswer, { error: string }>): Error {
  if (unknownKey !== undefined) return new UnknownContentKey(unknownKey)
  return damaged ? new ObjectCorrupted(error) : new Error(`hashing failed: ${error}`)
}
