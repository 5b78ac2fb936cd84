import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { blobValues } from '../../content/blobs.ts'
import { refuseStoredContent } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import type { AddFileOutcome } from '../../tree/add-file.ts'
import type { PendingFile, ReplacedVersion } from './batch/batch.ts'
import { commitFiles } from './batch/commit-files.ts'
import { type BatchSession, openSessions } from './batch/sessions.ts'
import { discard } from './open-uploads.ts'
import { receiveInto } from './put-large.ts'
import { ONLY } from './put-small.ts'
import { retryWhenFull } from './revoked-uploads.ts'

export interface NewVersion {
  readonly file: Pick<ResolvedItem, 'id' | 'parentId' | 'spaceId' | 'name'>
  /** Bytes, as announced. */
  readonly size: number
  readonly modifiedAt: Date | null
  readonly allow: NonNullable<ReplacedVersion['allow']>
  readonly added: NonNullable<ReplacedVersion['added']>
}

/**
 * Receives a body as a new version of a file, whatever it is called and wherever it lies by then. The space is reserved first, the
 * bytes are durable before a row names them, and permission and quota are checked again when the version is added.
 */
export async function receiveVersion(
  ctx: Context,
  actor: Actor,
  request: Pick<FastifyRequest, 'raw'>,
  version: NewVersion,
): Promise<AddFileOutcome> {
  const { file, size, modifiedAt } = version
  if (size === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name: file.name })
  const parentId = file.parentId ?? refuse('not_found')
  const announced = { no: ONLY, parentId, name: file.name, size, conflict: 'newVersion' as const, modifiedAt }
  const open = () => openSessions(ctx, actor, file.spaceId, crypto.randomUUID(), [announced])
  const session = (await retryWhenFull(ctx, file.spaceId, open)).get(ONLY) ?? refuse('upload_gone')
  try {
    const sha256 = await receiveInto(ctx, actor, request, { size, claim: undefined }, session)
    return await commit(ctx, actor, version, session, Buffer.from(sha256, 'hex'))
  } catch (error) {
    await discard(ctx, session.key).catch((err) =>
      ctx.log.warn({ err, key: session.key }, 'an upload session could not be ended; it expires by itself'),
    )
    throw error
  }
}

async function commit(
  ctx: Context,
  actor: Actor,
  { file, size, modifiedAt, allow, added }: NewVersion,
  { key, bucket }: BatchSession,
  sha256: Buffer,
): Promise<AddFileOutcome> {
  const store = ctx.stores.of(bucket)
  const object = { bucket, ...(await store.seal(key)) }
  const digest = await store.digest(object)
  if (digest.size !== size) refuse('malformed_body')
  await refuseStoredContent(ctx, actor, file.name, object)
  const pending: PendingFile = {
    ...{ no: ONLY, name: file.name, parentId: file.parentId ?? '', spaceId: file.spaceId, size, sha256 },
    ...{ bytes: Buffer.alloc(0), conflict: 'newVersion', modifiedAt, key, bucket },
    replaces: { fileId: file.id, allow, added },
  }
  const contents = new Map([[ONLY, blobValues({ object, content: { ...digest, sentBy: null } })]])
  const { outcomes } = await ctx.db.transact((tx) =>
    commitFiles(ctx, tx, actor, file.spaceId, [pending], contents),
  )
  const outcome = outcomes.get(ONLY) ?? refuse('upload_gone')
  if (outcome instanceof Refusal) throw outcome
  return outcome.outcome
}
