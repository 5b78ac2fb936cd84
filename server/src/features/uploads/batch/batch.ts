import { createHash } from 'node:crypto'
import type { Language } from '@clouddisk/contract/errors'
import { nameFault } from '@clouddisk/contract/names'
import type { Reply } from '@clouddisk/contract/route'
import type { SmallFileSaved, uploadFiles } from '@clouddisk/contract/uploads'
import { type Located, locateAll, whyNot } from '../../../access/access.ts'
import type { Actor } from '../../../access/actor.ts'
import { repairFromUpload } from '../../../content/repair.ts'
import type { Context } from '../../../context.ts'
import { errorMessageOf, Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import { withSharing } from '../../../http/mount.ts'
import { waitAtMost } from '../../../jobs/wait-at-most.ts'
import { nameFromFields } from '../../../tree/names.ts'
import type { ConflictPolicy } from '../../../tree/resolve-conflict.ts'
import { resolveFolderId } from '../../../tree/spaces.ts'
import { type Arrived, savedAll } from '../commit-file.ts'
import { discardEach } from '../open-uploads.ts'
import { readFiles, type SentFile } from './body.ts'
import { bring, type Content, type Known, knownOf } from './contents.ts'
import { placeAll } from './place.ts'
import { openAll } from './sessions.ts'
import * as store from './store.ts'

/**
 * Check, bytes and save of many small files in one call: a session for each (so that a lost answer, a crash and the space's
 * bound are what they are for any upload), their bytes, then all of them in one transaction. What is wrong with one is its
 * own answer; where the space is too small for them all none is taken, and each may be tried by itself.
 */

/** One of them, fit to be stored. */
export interface Small {
  readonly no: number
  readonly name: string
  readonly parentId: string
  readonly spaceId: string
  readonly size: number
  readonly sha256: Buffer
  readonly bytes: Buffer
  readonly conflict: ConflictPolicy
  readonly modifiedAt: Date | null
}

/** With the session that it comes in. */
export interface Coming extends Small {
  readonly key: string
  readonly bucket: string
}

export type Came = Arrived | Refusal

export async function saveMany(
  ctx: Context,
  actor: Actor,
  body: Buffer,
  language: Language,
): Promise<Reply<typeof uploadFiles>> {
  const { head, sent } = readFiles(body)
  const acting = withSharing(actor, head)
  const came = new Map<number, Came>()
  const fit = await allFit(ctx, acting, sent, came)
  for (const [spaceId, some] of Map.groupBy(fit, (one) => one.spaceId))
    try {
      for (const [no, one] of await intoSpace(ctx, acting, spaceId, head.batchId.toLowerCase(), some))
        came.set(no, one)
    } catch (error) {
      // Once files of another space are there it is these alone that are refused, each by itself.
      if (!(error instanceof Refusal) || !isSomeThere(came)) throw error
      for (const { no } of some) came.set(no, error)
    }
  return { list: await answers(ctx, acting, sent, came, language) }
}

const isSomeThere = (came: ReadonlyMap<number, Came>): boolean =>
  [...came.values()].some((one) => !(one instanceof Refusal))

async function answers(
  ctx: Context,
  actor: Actor,
  sent: readonly SentFile[],
  came: ReadonlyMap<number, Came>,
  language: Language,
): Promise<SmallFileSaved[]> {
  const arrived = [...came.values()].filter((one): one is Arrived => !(one instanceof Refusal))
  const shown = await savedAll(ctx, actor, arrived, language)
  return sent.map(({ no }) => {
    const one = came.get(no) ?? new Refusal('upload_gone')
    if (one instanceof Refusal) return errorMessageOf(one, language)
    const file = shown.get(one.fileId)
    // It was made, and thrown away by somebody before it could be looked at.
    if (!file) return errorMessageOf(new Refusal('not_found'), language)
    return { errcode: 0, errmsg: '', file: { ...file, outcome: one.outcome } }
  })
}

/** Those that nothing speaks against; why the others are not among them is in `came`. */
async function allFit(
  ctx: Context,
  actor: Actor,
  sent: readonly SentFile[],
  came: Map<number, Came>,
): Promise<Small[]> {
  const parents = await parentsOf(ctx, actor, sent)
  return sent.flatMap((file) => {
    try {
      const parent = parents.get(file.about.parentId ?? '') ?? refuse('not_found')
      if (parent instanceof Refusal) throw parent
      return [{ no: file.no, ...suiting(ctx, file), parentId: parent.id, spaceId: parent.spaceId }]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      came.set(file.no, error)
      return []
    }
  })
}

/** The folders that they go to, as the callers name them, or why nothing goes there. */
async function parentsOf(
  ctx: Context,
  actor: Actor,
  sent: readonly SentFile[],
): Promise<Map<string, Located | Refusal>> {
  const db = ctx.db.reader
  const named = new Map<string, string>()
  for (const { about } of sent) {
    const parentId = about.parentId ?? ''
    if (!named.has(parentId)) named.set(parentId, (await resolveFolderId(db, actor, parentId)).toLowerCase())
  }
  const located = await locateAll(db, actor, [...named.values()])
  return new Map([...named].map(([name, id]) => [name, mayTake(actor, located.get(id))]))
}

function mayTake(actor: Actor, parent: Located | undefined): Located | Refusal {
  if (!parent) return new Refusal('not_found')
  const why = whyNot(actor, parent, 'upload')
  if (why) return new Refusal(why)
  return parent.isFolder ? parent : new Refusal('is_a_file')
}

function suiting(ctx: Context, { about, bytes }: SentFile): Omit<Small, 'no' | 'parentId' | 'spaceId'> {
  const name = nameFromFields(
    about.fName,
    about.instanceName,
    about.fName === undefined ? 'instanceName' : 'fName',
  )
  if (bytes.length === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name })
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  const sha256 = createHash('sha256').update(bytes).digest()
  if (sha256.toString('hex') !== about.sha256.toLowerCase()) refuse('hash_mismatch')
  const { conflict = 'keepBoth', lastModified } = about
  const modifiedAt = lastModified === undefined ? null : new Date(lastModified)
  return { name, size: bytes.length, sha256, bytes, conflict, modifiedAt }
}

async function intoSpace(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  batch: string,
  files: readonly Small[],
): Promise<Map<number, Came>> {
  try {
    const sessions = await openAll(ctx, actor, spaceId, batch, files)
    const came = new Map<number, Came>()
    const coming: Coming[] = []
    for (const file of files) {
      const session = sessions.get(file.no)
      if (session && !isSame(session, file)) return refuseField('batchId', 'unknown_value')
      if (session?.state === 'open') coming.push({ ...file, key: session.key, bucket: session.bucket })
      else came.set(file.no, before(session))
    }
    for (const [no, one] of await arrive(ctx, actor, spaceId, coming)) came.set(no, one)
    await asOthersSaved(ctx, actor, batch, coming, came)
    return came
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return singly(ctx, actor, batch, files, error)
  }
}

const isSame = (session: store.Session, small: Small): boolean =>
  session.size === small.size &&
  session.name === small.name &&
  (session.state === 'saved' ? hadBytesOf(session, small) : session.spaceId === small.spaceId)

/** What was skipped has become a file of other bytes. */
const hadBytesOf = ({ outcome, hashes }: store.Session, { sha256 }: Small): boolean =>
  outcome === 'skipped' || hashes === null || hashes.some((hash) => hash.equals(sha256))

/** Some of the batch are files since an earlier call: their sender must not take it for refused as a whole. */
async function singly(
  ctx: Context,
  actor: Actor,
  batch: string,
  files: readonly Small[],
  refusal: Refusal,
): Promise<Map<number, Came>> {
  const sessions = await store.sessionsOf(ctx.db.reader, actor.personId, batch)
  const saved = new Map(sessions.filter(({ fileId }) => fileId !== null).map((one) => [one.no, one]))
  const came = files.map((file): [number, Came] => {
    const session = saved.get(file.no)
    return [file.no, session && isSame(session, file) ? before(session) : refusal]
  })
  if (came.every(([, one]) => one === refusal)) throw refusal
  return new Map(came)
}

/** The same batch, sent twice at one moment: what the other call has saved is the answer of this one too. */
async function asOthersSaved(
  ctx: Context,
  actor: Actor,
  batch: string,
  coming: readonly Coming[],
  came: Map<number, Came>,
): Promise<void> {
  const missed = new Set(coming.map(({ no }) => no).filter((no) => came.get(no) instanceof Refusal))
  if (missed.size === 0) return
  for (const session of await store.sessionsOf(ctx.db.reader, actor.personId, batch))
    if (missed.has(session.no) && session.fileId !== null) came.set(session.no, before(session))
}

/** What the same batch came to already. */
const before = (session: store.Session | undefined): Came =>
  session?.fileId && session.outcome
    ? { fileId: session.fileId, outcome: session.outcome }
    : new Refusal('upload_gone')

/** All that fit in their place become files in one transaction; the sessions of the others are ended. */
async function arrive(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  coming: readonly Coming[],
): Promise<Map<number, Came>> {
  if (coming.length === 0) return new Map()
  try {
    const came = await stored(ctx, actor, spaceId, coming)
    await discardEach(ctx, keysOf(coming.filter(({ no }) => came.get(no) instanceof Refusal)))
    return came
  } catch (error) {
    // Its sender tries each by itself, in a session of its own.
    await discardEach(ctx, keysOf(coming)).catch((err) =>
      ctx.log.warn({ err }, 'upload sessions of a batch could not be ended; they expire by themselves'),
    )
    throw error
  }
}

const keysOf = (coming: readonly Coming[]): string[] => coming.map(({ key }) => key)

async function stored(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  coming: readonly Coming[],
): Promise<Map<number, Came>> {
  const known = await knownOf(ctx, actor, coming)
  const contents = new Map<number, Content>(known.usable)
  for (;;) {
    for (const [no, blob] of await bring(
      ctx,
      coming.filter(({ no }) => !contents.has(no)),
    ))
      contents.set(no, blob)
    const placed = await ctx.db.transact((tx) => placeAll(ctx, tx, actor, spaceId, coming, contents))
    if (placed.gone.length === 0) {
      await waitAtMost(mendAll(ctx, known.damaged, contents, placed.came))
      return placed.came
    }
    // The reaper came first: these are stored anew.
    for (const no of placed.gone) contents.delete(no)
  }
}

/** What rotted is mended from what came beside it, and stays. */
async function mendAll(
  ctx: Context,
  damaged: Known['damaged'],
  contents: ReadonlyMap<number, Content>,
  came: ReadonlyMap<number, Came>,
): Promise<void> {
  for (const [id, nos] of damaged) {
    const no = nos.find((one) => isKept(came.get(one)))
    const twin = no === undefined ? undefined : contents.get(no)
    if (twin)
      await repairFromUpload(ctx, id, twin).catch((err: unknown) =>
        ctx.log.warn({ err, blobId: id }, 'repairing damaged content failed; retrying later'),
      )
  }
}

const isKept = (one: Came | undefined): boolean =>
  one !== undefined && !(one instanceof Refusal) && one.outcome !== 'skipped'
