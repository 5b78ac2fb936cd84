import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { ParallelGate } from '../port.ts'
import { batchSize, receive, type TransferTimeouts } from '../receive.ts'

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
  const out = new PassThrough({ highWaterMark: 2 * batchSize() })
  // `send` handles the error.
  out.on('error', () => undefined)
  const sending = send(out, cancel)
  sending.catch((error) => broken.abort(error))
  try {
    await pass({ ...incoming, cancel }, out)
  } catch (error) {
    broken.abort(error)
    out.destroy()
    await sending.catch(() => undefined)
    throw error
  }
  return sending.catch((error: unknown) => {
    throw cancel.aborted ? cancel.reason : error
  })
}

async function pass(
  { length, body, timeouts, cancel, permit, onChunk }: IncomingBody,
  out: PassThrough,
): Promise<void> {
  let withheld: Buffer[] = []
  const write = (chunks: readonly Buffer[]): boolean => {
    let hasRoom = true
    for (const chunk of chunks) hasRoom = out.write(chunk)
    return hasRoom
  }
  const sink = async (chunks: Buffer[]) => {
    if (onChunk) for (const chunk of chunks) onChunk(chunk)
    const previous = withheld
    withheld = chunks
    if (!write(previous)) await once(out, 'drain', { signal: cancel })
  }
  // The store's client keeps them until they are sent.
  await receive(body, length, sink, { ...timeouts, cancel, keepsChunks: true })
  await permit?.()
  cancel.throwIfAborted()
  write(withheld)
  out.end()
}
