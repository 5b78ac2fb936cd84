import type { Readable } from 'node:stream'
import { Pipe } from '../pipe.ts'
import type { ParallelGate } from '../port.ts'
import { batchSize, ownsChunks, receive, type TransferTimeouts } from '../receive.ts'

/** A body that is being received. */
export interface IncomingBody {
  readonly length: number
  readonly body: Readable
  readonly timeouts: TransferTimeouts
  readonly cancel: AbortSignal
  readonly permit?: ParallelGate | undefined
  /** Called with each chunk. */
  readonly onChunk?: (chunk: Buffer) => void
}

/**
 * Sends a body on while it is received. The last chunks are withheld until the body is complete and permitted, as a store
 * that has received the end keeps the object.
 */
export async function forwardBody<T>(
  incoming: IncomingBody,
  send: (body: Readable, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const broken = new AbortController()
  const cancel = AbortSignal.any([incoming.cancel, broken.signal])
  const out = new Pipe(2 * batchSize(), ownsChunks(incoming.body))
  cancel.addEventListener('abort', () => out.destroy(), { once: true })
  const sending = send(out, cancel)
  sending.catch((error) => broken.abort(error))
  try {
    await pass({ ...incoming, cancel }, out)
  } catch (error) {
    const reason = cancel.aborted ? cancel.reason : error
    broken.abort(reason)
    await sending.catch(() => undefined)
    throw reason
  }
  return sending.catch((error: unknown) => {
    throw cancel.aborted ? cancel.reason : error
  })
}

async function pass(
  { length, body, timeouts, cancel, permit, onChunk }: IncomingBody,
  out: Pipe,
): Promise<void> {
  let withheld: Buffer[] = []
  const sink = async (chunks: Buffer[]) => {
    if (onChunk) for (const chunk of chunks) onChunk(chunk)
    const previous = withheld
    withheld = chunks
    await out.write(previous)
  }
  await receive(body, length, sink, { ...timeouts, cancel, keepsChunks: true })
  await permit?.()
  cancel.throwIfAborted()
  await out.write(withheld)
  out.end()
}
