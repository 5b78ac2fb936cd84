import * as calls from './calls.ts'
import { isUnreadable, UnreadableError } from './failure-of.ts'
import type { Answer, Effect } from './messages.ts'
import * as objects from './objects.ts'
import type { createPace } from './pace.ts'
import type { UploadPorts } from './ports.ts'

/** One piece of work for an item: the calls it takes, and what to tell the machine. */

export type Job = Extract<
  Effect,
  { type: 'hash' | 'check' | 'second' | 'init' | 'list' | 'put' | 'part' | 'complete' | 'save' }
>

export interface Bench {
  readonly ports: UploadPorts
  readonly signal: AbortSignal
  /** @throws NoFileError */
  file(): Blob
  onProgress(bytes: number): void
  /** Everything decided so far survives a crash. */
  flush(): Promise<void>
  /** One for all that the queue sends. */
  readonly pace: ReturnType<typeof createPace>
}

type Said = Answer extends infer A ? (A extends { uid: string } ? Omit<A, 'uid' | 'task'> : never) : never

/** @throws what failureOf understands. */
export async function perform(job: Job, bench: Bench): Promise<Said> {
  const { ports, signal } = bench
  switch (job.type) {
    case 'hash': {
      const { md5, sha256 } = await ports.hasher.hash(bench.file(), bench)
      return { type: 'hashed', fMd5: md5, sha256 }
    }
    case 'check': {
      const reply = await calls.check(ports.api, job.item, job.withHashes, signal)
      return { type: 'checked', withHashes: job.withHashes, reply }
    }
    case 'init':
      return { type: 'initiated', uploadId: await objects.initMultipart(ports, job.item, bench) }
    case 'list':
      return { type: 'listed', parts: await objects.listParts(ports, job.item, bench) }
    case 'put':
    case 'part':
      return send(job, bench)
    default:
      return conclude(job, bench)
  }
}

/** The answer of these may be lost: that they were asked is stored first, so that a crash repeats the same call. */
async function conclude(
  job: Extract<Job, { type: 'complete' | 'save' | 'second' }>,
  { ports, signal, file, flush }: Bench,
): Promise<Said> {
  await flush()
  signal.throwIfAborted()
  switch (job.type) {
    case 'complete':
      await objects.completeMultipart(ports, job.item, job.parts, { signal })
      return { type: 'completed' }
    case 'save':
      return { type: 'saved', reply: await calls.save(ports.api, job.item, signal) }
    case 'second': {
      const proof = job.proof ? await ports.hasher.prove(file(), job.proof, signal) : null
      return { type: 'saved', reply: await calls.second(ports.api, job.item, job.fId, proof, signal) }
    }
  }
}

async function send(job: Extract<Job, { type: 'put' | 'part' }>, bench: Bench): Promise<Said> {
  const { ports, signal } = bench
  const file = bench.file()
  const began = ports.clock.now()
  try {
    const sent =
      job.type === 'part'
        ? await objects.putPart(ports, job.item, job.part, file, bench)
        : await objects.putObject(ports, job.item, file, bench)
    const bytes = job.type === 'part' ? job.length : job.item.fileSize
    await bench.pace({ rate: sent.syncSpeed, bytes, began, signal })
    return { type: 'sent', ...sent }
  } catch (error) {
    throw signal.aborted ? error : await whyUnsent(file, error)
  }
}

/** A file that was changed while it was sent looks like a broken connection: reading it tells the two apart. */
async function whyUnsent(file: Blob, error: unknown): Promise<unknown> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return error
  } catch (cause) {
    return isUnreadable(cause) ? new UnreadableError('the file can no longer be read', { cause }) : error
  }
}
