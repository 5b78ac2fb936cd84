import { createHash } from 'node:crypto'
import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameFault } from '@clouddisk/contract/names'
import { BODY_MAX, type Input } from '@clouddisk/contract/route'
import * as contract from '@clouddisk/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { bindWithBody, type RouteBinding } from '../../http/mount.ts'
import { receiveAtPace } from './batch/body.ts'
import { claimedSha256 } from './digest-header.ts'
import { dropReceived, type ReceivedBody, receiveBody, savedBody } from './put-large.ts'
import { savePut } from './put-small.ts'

/** Uploads one file in one call. */

export type PutInput = Input<typeof contract.putFile>

/** What is sent, as announced. */
export interface Announced {
  readonly input: PutInput
  readonly name: string
  readonly size: number
  /** The SHA-256 that the sender claims, in hex. */
  readonly claim: string | undefined
}

type Body = { readonly bytes: Buffer } | ReceivedBody

/**
 * Few bytes are received into memory, and all else follows once they are there. More are checked first, and received into their store
 * in an upload session, so that they are never whole in memory and their space is reserved.
 */
export const putFile = (ctx: Context): RouteBinding =>
  bindWithBody(
    contract.putFile,
    {
      isOfAnyType: true,
      read: async (actor, request, input, limited): Promise<Body> => {
        const sent = announced(ctx, actor, request, input)
        return sent.size <= BODY_MAX
          ? { bytes: await receiveAtPace(ctx, actor, request, sent.size) }
          : receiveBody(ctx, actor, request, sent, limited)
      },
      drop: async (body, error) => ('bytes' in body ? undefined : dropReceived(ctx, body, error)),
    },
    async (actor, input, { request, language }, body) => {
      const sent = announced(ctx, actor, request, input)
      return 'bytes' in body
        ? savePut(ctx, actor, sent, withDigest(sent, body.bytes), language)
        : savedBody(ctx, actor, sent, body, language)
    },
  )

function announced(
  ctx: Context,
  actor: Actor,
  { headers }: Pick<FastifyRequest, 'headers'>,
  input: PutInput,
): Announced {
  const name = input.instanceName
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  refuseFileName(ctx, actor, name)
  const length = headers['content-length']
  if (length === undefined || headers['transfer-encoding'] !== undefined) refuse('length_missing')
  const size = Number(length)
  if (size > LIMITS.putFileBytes) refuse('too_large_at_once', { limit: formatSize(LIMITS.putFileBytes) })
  if (size === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name })
  return { input, name, size, claim: claimedSha256(input.sha256, headers) }
}

function withDigest({ claim }: Announced, bytes: Buffer): { bytes: Buffer; sha256: Buffer } {
  const sha256 = createHash('sha256').update(bytes).digest()
  if (claim !== undefined && sha256.toString('hex') !== claim) refuse('hash_mismatch')
  return { bytes, sha256 }
}
