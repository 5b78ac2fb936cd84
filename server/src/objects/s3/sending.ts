import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { ParallelGate } from '../port.ts'
import { batchSize, receive, type TransferTimeouts } from '../receive.ts'

/** A body that comes in, to be handed on. */
export interface IncomingBody {
  readonly length: number
  readonly body: Readable
  readonly patience: TransferTimeouts
  readonly cancel: AbortSignal
  readonly permit?: ParallelGate | undefined
  /** Sees each chunk in passing. */
  readonly look?: (chunk: Buffer) => void
}

/**
 * Hands a body on while it comes in. Its end is kept back until all of it is known to be good: what a store has taken
 * whole cannot be taken back, and a body may turn out too long, or no longer wanted, with its last byte.
 */
export async function forwardBody<T>(
  arriving: IncomingBody,
  send: (body: Readable, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const broken = new AbortController()
  const cancel = AbortSignal.any([arriving.cancel, broken.signal])
  // As much again as waits to be handed on.
  const out = new PassThrough({ highWaterMark: 2 * batchSize() })
  // Whoever sends it hears of it; nobody else has to.
  out.on('error', () => undefined)
  const sending = send(out, cancel)
  sending.catch((error) => broken.abort(error))
  try {
    await pass({ ...arriving, cancel }, out)
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
  { length, body, patience, cancel, permit, look }: IncomingBody,
  out: PassThrough,
): Promise<void> {
  let kept: Buffer[] = []
  const write = (chunks: readonly Buffer[]): boolean => {
    let hasRoom = true
    for (const chunk of chunks) hasRoom = out.write(chunk)
    return hasRoom
  }
  const sink = async (chunks: Buffer[]) => {
    if (look) for (const chunk of chunks) look(chunk)
    const before = kept
    kept = chunks
    if (!write(before)) await once(out, 'drain', { signal: cancel })
  }
  await receive(body, length, sink, patience, cancel)
  await permit?.()
  cancel.throwIfAborted()
  write(kept)
  out.end()
}
