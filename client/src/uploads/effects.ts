import type { createBandwidthLimiter } from './bandwidth.ts'
import * as calls from './calls.ts'
import { isUnreadable, UnreadableError } from './errors.ts'
import type { Effect, EffectResult } from './messages.ts'
import * as objects from './object-calls.ts'
import type { UploadPorts } from './ports.ts'

/** Runs the effects of single items: makes the calls and returns the result for the machine. */

export type ItemEffect = Extract<
  Effect,
  { type: 'hash' | 'check' | 'second' | 'init' | 'list' | 'put' | 'part' | 'complete' | 'save' }
>

interface EffectContext {
  readonly ports: UploadPorts
  readonly signal: AbortSignal
  /** @throws NoFileError */
  file(): Blob
  onProgress(bytes: number): void
  /** Resolves when all decisions so far are stored. */
  flush(): Promise<void>
  /** Shared by all transfers of the queue. */
  readonly limitBandwidth: ReturnType<typeof createBandwidthLimiter>
}

type ItemEffectResult = EffectResult extends infer A
  ? A extends { uid: string }
    ? Omit<A, 'uid' | 'task'>
    : never
  : never

/** @throws an error for failureOf. */
export async function runItemEffect(effect: ItemEffect, context: EffectContext): Promise<ItemEffectResult> {
  const { ports, signal } = context
  switch (effect.type) {
    case 'hash': {
      const { md5, sha256 } = await ports.hasher.hash(context.file(), context)
      return { type: 'hashed', fMd5: md5, sha256 }
    }
    case 'check': {
      const reply = await calls.requestCheck(ports.api, effect.item, effect.withHashes, signal)
      return { type: 'checked', withHashes: effect.withHashes, reply }
    }
    case 'init':
      return { type: 'initiated', uploadId: await objects.initMultipart(ports, effect.item, context) }
    case 'list':
      return { type: 'listed', parts: await objects.listObjectParts(ports, effect.item, context) }
    case 'put':
    case 'part':
      return send(effect, context)
    default:
      return runFinalCall(effect, context)
  }
}

/** The response may be lost. The request is stored first, so that the same call is repeated after a crash. */
async function runFinalCall(
  effect: Extract<ItemEffect, { type: 'complete' | 'save' | 'second' }>,
  { ports, signal, file, flush }: EffectContext,
): Promise<ItemEffectResult> {
  await flush()
  signal.throwIfAborted()
  switch (effect.type) {
    case 'complete':
      await objects.completeMultipart(ports, effect.item, effect.parts, { signal })
      return { type: 'completed' }
    case 'save':
      return { type: 'saved', reply: await calls.requestSave(ports.api, effect.item, signal) }
    case 'second': {
      const proof = effect.proof ? await ports.hasher.prove(file(), effect.proof, signal) : null
      return {
        type: 'saved',
        reply: await calls.requestInstantUpload(ports.api, effect.item, effect.fId, proof, signal),
      }
    }
  }
}

async function send(
  effect: Extract<ItemEffect, { type: 'put' | 'part' }>,
  context: EffectContext,
): Promise<ItemEffectResult> {
  const { ports, signal } = context
  const file = context.file()
  const startedAt = ports.clock.now()
  try {
    const sent =
      effect.type === 'part'
        ? await objects.putObjectPart(ports, effect.item, effect.part, file, context)
        : await objects.putWholeObject(ports, effect.item, file, context)
    const bytes = effect.type === 'part' ? effect.length : effect.item.fileSize
    await context.limitBandwidth({ rate: sent.syncSpeed, bytes, startedAt: startedAt, signal })
    return { type: 'sent', ...sent }
  } catch (error) {
    throw signal.aborted ? error : await sendErrorOf(file, error)
  }
}

/** A file that changed during the transfer looks like a broken connection. Reading the file tells the difference. */
async function sendErrorOf(file: Blob, error: unknown): Promise<unknown> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return error
  } catch (cause) {
    return isUnreadable(cause) ? new UnreadableError('the file can no longer be read', { cause }) : error
  }
}
