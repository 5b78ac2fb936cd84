import { LIMITS } from '@clouddisk/contract/limits'
import { SECOND } from '@clouddisk/contract/time'
import { FILES_TYPE, SmallFiles, uploadFiles } from '@clouddisk/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { refuse, refuseField } from '../../../errors/refusal.ts'
import { readInput } from '../../../http/input.ts'
import { TransferStalled, WrongBodyLength } from '../../../objects/port.ts'
import { receiveWhole, type TransferBody } from '../../../objects/receive.ts'

/** The body of a batch: a JSON head, then the bytes of the files. */

const PATIENCE = { stallMs: 30 * SECOND, totalMs: LIMITS.partTimeoutMs }
const LENGTH_BYTES = 4

/** Receives the whole body at the person's bandwidth. */
export async function receiveFiles(ctx: Context, actor: Actor, request: FastifyRequest): Promise<Buffer> {
  const { headers } = request
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== FILES_TYPE) refuse('unsupported_media')
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(length) || length < LENGTH_BYTES) refuse('malformed_body')
  if (length > uploadFiles.bodyMax) refuse('body_too_large')
  return receiveAtPace(ctx, actor, request, length)
}

/** Receives a body into memory at the person's bandwidth. */
export async function receiveAtPace(
  ctx: Context,
  actor: Actor,
  { raw: stream }: { readonly raw: TransferBody },
  length: number,
): Promise<Buffer> {
  try {
    return await ctx.bandwidth.run(actor, 'up', (pace) => {
      stream.bandwidth = pace
      return receiveWhole(stream, length, PATIENCE)
    })
  } catch (error) {
    if (error instanceof WrongBodyLength || error instanceof TransferStalled) refuse('malformed_body')
    throw error
  }
}

export interface FileBytes {
  /** Number in the batch. */
  readonly no: number
  readonly about: SmallFiles['files'][number]
  readonly bytes: Buffer
}

export interface ReceivedFiles {
  readonly head: SmallFiles
  readonly sent: readonly FileBytes[]
}

/** Splits the body. */
export function readFiles(body: Buffer): ReceivedFiles {
  const begin = LENGTH_BYTES + body.readUInt32BE(0)
  if (begin > body.length) refuse('malformed_body')
  const head = readInput({ input: SmallFiles }, [parsed(body.subarray(LENGTH_BYTES, begin))]) as SmallFiles
  let at = begin
  const sent = head.files.map((about, index) => {
    if (about.fSize > LIMITS.smallFileBytes) refuseField('fSize', 'too_long')
    const bytes = body.subarray(at, at + about.fSize)
    at += about.fSize
    return { no: about.no ?? index, about, bytes }
  })
  if (new Set(sent.map(({ no }) => no)).size < sent.length) refuseField('no', 'unknown_value')
  if (at !== body.length) refuse('malformed_body')
  return { head, sent }
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return refuse('malformed_body')
  }
}
