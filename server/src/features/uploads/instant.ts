import type { Language } from '@clouddisk/contract/errors'
import { nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { ProofRequest, SavedInstance, secondUpload } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { resolveAll } from '../../access/resolve.ts'
import {
  type Blob,
  blobByContent,
  holdContent,
  isThere,
  mayRead,
  reviveContent,
  verifiedBlob,
} from '../../content/blobs.ts'
import { refuseFileName, refuseStoredContent } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { sendBeforeCommit } from '../../db/database.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { NoSuchObject } from '../../objects/port.ts'
import type { AddedFile } from '../../tree/add-file.ts'
import { nameFromFields } from '../../tree/names.ts'
import { charge } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { recordNotedNames } from '../dlp/places/passed.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import { commitFile, presentSaved, targetFolder } from './commit-file.ts'
import * as offers from './instant-store.ts'
import { type ByteRange, isProof, newNonce, proofRanges } from './proof.ts'
import * as proofs from './proof-store.ts'
import { lockDiscarded, markSavedAs } from './store.ts'

/** Instant upload: stored content becomes the caller's file once the caller has proved possession. */

export interface InstantOffer {
  /** Id of the offer, valid for its person only. */
  readonly id: string
  /** The challenge; absent if the caller may read the content anyway. */
  readonly proof?: ProofRequest
}

/** Offers stored content ('1') as the deduplication setting allows. `mustFit` refuses if the quota has no room. */
export async function offerInstant(
  ctx: Context,
  actor: Actor,
  parentId: string,
  sha256: string,
  size: number,
  mustFit: () => Promise<void>,
): Promise<InstantOffer | undefined> {
  const { dedup } = ctx.config
  if (dedup === 'off') return undefined
  const blob = await blobByContent(ctx.db.reader, Buffer.from(sha256, 'hex'), size)
  if (!blob) return undefined
  const known = await mayRead(ctx.db.reader, actor, blob.id)
  if (!known && (dedup === 'user' || (await isGuessing(ctx, actor, blob)))) return undefined
  if (!(await isThere(ctx.stores, blob))) return undefined
  await mustFit()
  const id = await newOffer(ctx, actor, blob)
  return known ? { id } : { id, proof: await challenge(ctx, actor, blob, parentId) }
}

/** Refuses too_many_uploads if the person has too many unclaimed offers; they expire. */
async function newOffer(ctx: Context, actor: Actor, blob: Blob): Promise<string> {
  const { offerMs, openUploadsMax: limit } = ctx.config.limits
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + offerMs)
  const id = await offers.insertOffer(ctx.db.reader, actor.personId, blob.id, now, expiresAt, limit)
  return id ?? refuse('too_many_uploads', { limit })
}

/** Wrong answers allowed; a file that changes while it is hashed causes one. */
const WRONG_MAX = 5

/** Whether the person has used up the wrong answers about this content within a day. */
async function isGuessing(ctx: Context, actor: Actor, blob: Blob): Promise<boolean> {
  const wrong = await proofs.wrongAnswers(ctx.db.reader, actor.personId, blob.id, dayAgo(ctx))
  return wrong >= WRONG_MAX
}

const dayAgo = (ctx: Context): Date => new Date(ctx.now().getTime() - DAY)

const rangesOf = (ctx: Context, actor: Actor, blob: Blob): ByteRange[] =>
  proofRanges(ctx.secrets.subKey('proof'), actor.personId, blob)

/** A challenge: the ranges are the same each time, the nonce is new. */
async function challenge(ctx: Context, actor: Actor, blob: Blob, parentId: string): Promise<ProofRequest> {
  const nonce = newNonce()
  const expiresAt = new Date(ctx.now().getTime() + ctx.config.limits.proofMs)
  await proofs.saveChallenge(ctx.db.reader, {
    personId: actor.personId,
    blobId: blob.id,
    parentId,
    nonce,
    expiresAt,
  })
  return {
    ranges: rangesOf(ctx, actor, blob).map(([offset, length]): [number, number] => [offset, length]),
    nonce,
  }
}

/** Claims an offer. Repeating the claim returns the same file. */
export async function saveInstant(
  ctx: Context,
  actor: Actor,
  input: Input<typeof secondUpload>,
  language: Language,
): Promise<SavedInstance> {
  const name = nameFromFields(
    input.fileName,
    input.instanceName,
    input.fileName === undefined ? 'instanceName' : 'fileName',
  )
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  refuseFileName(ctx, actor, name)
  const parent = await targetFolder(ctx, actor, input.parentId)
  const offered = await offers.offerOf(ctx.db.reader, actor.personId, input.fileId, ctx.now())
  if (!offered) refuse('proof_refused')
  const before = claimedBefore(offered)
  if (before) return presentSaved(ctx, actor, before, language)
  const noted = await refuseSensitiveName(ctx, parent, name)
  const blob = await entitled(ctx, actor, parent.id, offered.blobId, input.proof)
  await refuseStoredContent(ctx, actor, name, blob)
  const placed = await ctx.db.transact(async (tx) => {
    // Locked before the space, in the common order.
    const { objectKey } = input
    const sent = objectKey && (await lockDiscarded(tx, actor.personId, objectKey)) ? objectKey : undefined
    // Sent at once and run in this order, with the space locked.
    const [, locked, held, located] = await Promise.all([
      lockSpace(tx, parent.spaceId),
      offers.lockOffer(tx, offered.id),
      holdContent(tx, blob.id),
      resolveAll(tx, actor, [parent.id]),
    ])
    const claimed = claimedBefore(locked ?? offered)
    if (claimed) return claimed
    if (!held) refuse('proof_refused')
    const folder = located.get(parent.id)
    if (folder) await requireNotHighInLink(tx, actor, folder)
    const arrived = await commitFile(tx, actor, folder, {
      spaceId: parent.spaceId,
      name,
      conflict: input.conflict ?? 'keepBoth',
      blobId: blob.id,
      size: blob.size,
      modifiedAt: input.lastModified === undefined ? null : new Date(input.lastModified),
    })
    const { fileId, outcome, change } = arrived
    if (outcome !== 'skipped') {
      await charge(tx, parent.spaceId, blob.size)
      await recordNotedNames(tx, [{ fileId, noted }])
      sendBeforeCommit(tx, () => reviveContent(tx, blob.id))
    }
    if (change) sendBeforeCommit(tx, () => recordChange(tx, change))
    sendBeforeCommit(tx, () => offers.markClaimed(tx, offered.id, fileId, outcome))
    if (sent) sendBeforeCommit(tx, () => markSavedAs(tx, sent, { fileId, outcome }))
    return arrived
  })
  return presentSaved(ctx, actor, placed, language)
}

const claimedBefore = ({ fileId, outcome }: offers.InstantOfferRow): AddedFile | undefined =>
  fileId && outcome ? { fileId, outcome } : undefined

/** The content if the caller may read it or has proved possession. */
async function entitled(
  ctx: Context,
  actor: Actor,
  parentId: string,
  blobId: string,
  proof: string | undefined,
): Promise<Blob> {
  const { dedup } = ctx.config
  const blob = await verifiedBlob(ctx.db.reader, blobId)
  if (!blob || dedup === 'off') refuse('proof_refused')
  if (await mayRead(ctx.db.reader, actor, blob.id)) return blob
  // The challenge is consumed first, so that it works once.
  const issued = await proofs.takeChallenge(ctx.db.reader, actor.personId, blob.id, parentId, ctx.now())
  if (!issued || !proof || dedup === 'user' || (await isGuessing(ctx, actor, blob))) refuse('proof_refused')
  if (await answered(ctx, blob, rangesOf(ctx, actor, blob), issued.nonce, proof)) return blob
  await proofs.recordWrongAnswer(ctx.db.reader, actor.personId, blob.id, ctx.now(), dayAgo(ctx))
  return refuse('proof_refused')
}

/** Unreadable content cannot be proved; the client uploads its bytes. */
async function answered(
  ctx: Context,
  blob: Blob,
  ranges: readonly ByteRange[],
  nonce: string,
  proof: string,
): Promise<boolean> {
  try {
    return await isProof(ctx.stores, blob, ranges, nonce, proof)
  } catch (error) {
    if (!(error instanceof NoSuchObject))
      ctx.log.error({ err: error, blobId: blob.id }, 'reading content for an instant upload failed')
    return false
  }
}
