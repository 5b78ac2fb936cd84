import { createHash } from 'node:crypto'
import type { Language } from '@clouddisk/contract/errors'
import { nameFault } from '@clouddisk/contract/names'
import type { Reply } from '@clouddisk/contract/route'
import type { SmallFileSaved, uploadFiles } from '@clouddisk/contract/uploads'
import type { Actor } from '../../../access/actor.ts'
import { denialReason } from '../../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import { refuseContent, refuseFileName } from '../../../content/file-rules.ts'
import { repairFromUpload } from '../../../content/repair.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { errorMessageOf, Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import { withSharing } from '../../../http/mount.ts'
import { waitAtMost } from '../../../jobs/wait-at-most.ts'
import { nameFromFields } from '../../../tree/names.ts'
import type { ConflictPolicy } from '../../../tree/resolve-conflict.ts'
import { resolveFolderId } from '../../../tree/spaces.ts'
import type { FoundFiles } from '../../dlp/places/passed.ts'
import { sensitiveNames } from '../../dlp/places/refuse-sensitive.ts'
import { type CommittedFile, presentAllSaved } from '../commit-file.ts'
import { discardMany } from '../open-uploads.ts'
import type { FileBytes, ReceivedFiles } from './body.ts'
import { commitFiles } from './commit-files.ts'
import { type BatchContent, findKnownContents, type KnownContents, storeContents } from './contents.ts'
import { openSessions } from './sessions.ts'
import * as store from './store.ts'

/**
 * Checks, stores and saves many small files in one call. Each file has an upload session, so that lost replies, crashes and quota
 * behave as for single uploads; all files are committed in one transaction. A fault of one file is its own result. If the space
 * has no room for all of them, none is stored and each may be sent on its own.
 */

/** A file that passed the checks. */
export interface SmallFile {
  readonly no: number
  readonly name: string
  readonly parentId: string
  readonly spaceId: string
  readonly size: number
  readonly sha256: Buffer
  readonly bytes: Buffer
  readonly conflict: ConflictPolicy
  readonly modifiedAt: Date | null
  /** Its name meets rules of the content check that ask for a review. */
  readonly noted?: FoundFiles
  /** The file that it becomes a version of, wherever that is, instead of a file in the folder. */
  readonly replaces?: ReplacedVersion
}

export interface ReplacedVersion {
  readonly fileId: string
  /** Refused as `edited_meanwhile` if the file has another version with other content; undefined: whichever it has. */
  readonly versionId?: string
  /** Asked with the space locked, before the version is added. Throws what it refuses with. */
  readonly allow?: (tx: Tx, current: { readonly versionId: string; readonly size: number }) => Promise<void>
  /** Called with the version that was added, or that has the same content. */
  readonly added?: (tx: Tx, versionId: string) => Promise<void>
}

/** The same with its upload session. */
export interface PendingFile extends SmallFile {
  readonly key: string
  readonly bucket: string
}

export type FileOutcome = CommittedFile | Refusal

export async function saveBatch(
  ctx: Context,
  actor: Actor,
  { head, sent }: ReceivedFiles,
  language: Language,
): Promise<Reply<typeof uploadFiles>> {
  const acting = withSharing(actor, head)
  const outcomes = new Map<number, FileOutcome>()
  const fit = await allFit(ctx, acting, sent, outcomes)
  for (const [spaceId, some] of Map.groupBy(fit, (one) => one.spaceId))
    try {
      for (const [no, one] of await intoSpace(ctx, acting, spaceId, head.batchId.toLowerCase(), some))
        outcomes.set(no, one)
    } catch (error) {
      // Files of another space are committed already, so these are refused one by one.
      if (!(error instanceof Refusal) || !isSomeThere(outcomes)) throw error
      for (const { no } of some) outcomes.set(no, error)
    }
  return { list: await answers(ctx, acting, sent, outcomes, language) }
}

const isSomeThere = (outcomes: ReadonlyMap<number, FileOutcome>): boolean =>
  [...outcomes.values()].some((one) => !(one instanceof Refusal))

async function answers(
  ctx: Context,
  actor: Actor,
  sent: readonly FileBytes[],
  outcomes: ReadonlyMap<number, FileOutcome>,
  language: Language,
): Promise<SmallFileSaved[]> {
  const arrived = [...outcomes.values()].filter((one): one is CommittedFile => !(one instanceof Refusal))
  const shown = await presentAllSaved(ctx, actor, arrived, language)
  return sent.map(({ no }) => {
    const one = outcomes.get(no) ?? new Refusal('upload_gone')
    if (one instanceof Refusal) return errorMessageOf(one, language)
    const file = shown.get(one.fileId)
    // It was created, and deleted before it could be read.
    if (!file) return errorMessageOf(new Refusal('not_found'), language)
    return { errcode: 0, errmsg: '', file: { ...file, outcome: one.outcome } }
  })
}

/** Files that pass the checks; the results of the others are put into `came`. */
async function allFit(
  ctx: Context,
  actor: Actor,
  sent: readonly FileBytes[],
  outcomes: Map<number, FileOutcome>,
): Promise<SmallFile[]> {
  const parents = await parentsOf(ctx, actor, sent)
  const intoGroups: SmallFile[] = []
  const fit = sent.flatMap((file) => {
    try {
      const parent = parents.get(file.about.parentId ?? '') ?? refuse('not_found')
      if (parent instanceof Refusal) throw parent
      const one = { no: file.no, ...suiting(ctx, actor, file), parentId: parent.id, spaceId: parent.spaceId }
      if (parent.spaceKind === 'group') intoGroups.push(one)
      return [one]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes.set(file.no, error)
      return []
    }
  })
  if (intoGroups.length === 0) return fit
  const names = intoGroups.map(({ name }) => name)
  const sensitive = await sensitiveNames(ctx, { spaceKind: 'group' }, names)
  for (const { no, name } of intoGroups) {
    const found = sensitive.get(name)
    if (found instanceof Refusal) outcomes.set(no, found)
  }
  const groupFiles = new Set(intoGroups)
  return fit
    .filter(({ no }) => !outcomes.has(no))
    .map((file) => {
      const noted = groupFiles.has(file) ? sensitive.get(file.name) : undefined
      return noted && !(noted instanceof Refusal) ? { ...file, noted } : file
    })
}

/** Target folders by the id in the call, or the refusal. */
async function parentsOf(
  ctx: Context,
  actor: Actor,
  sent: readonly FileBytes[],
): Promise<Map<string, ResolvedItem | Refusal>> {
  const db = ctx.db.reader
  const named = new Map<string, string>()
  for (const { about } of sent) {
    const parentId = about.parentId ?? ''
    if (!named.has(parentId)) named.set(parentId, (await resolveFolderId(db, actor, parentId)).toLowerCase())
  }
  const located = await resolveAll(db, actor, [...named.values()])
  return new Map([...named].map(([name, id]) => [name, mayTake(actor, located.get(id))]))
}

function mayTake(actor: Actor, parent: ResolvedItem | undefined): ResolvedItem | Refusal {
  if (!parent) return new Refusal('not_found')
  const why = denialReason(actor, parent, 'upload')
  if (why) return new Refusal(why)
  return parent.isFolder ? parent : new Refusal('is_a_file')
}

function suiting(
  ctx: Context,
  actor: Actor,
  { about, bytes }: FileBytes,
): Omit<SmallFile, 'no' | 'parentId' | 'spaceId'> {
  const name = nameFromFields(
    about.fName,
    about.instanceName,
    about.fName === undefined ? 'instanceName' : 'fName',
  )
  if (bytes.length === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name })
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  refuseFileName(ctx, actor, name)
  refuseContent(ctx, actor, name, bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  if (sha256.toString('hex') !== about.sha256.toLowerCase()) refuse('hash_mismatch')
  const { conflict = 'keepBoth', lastModified } = about
  const modifiedAt = lastModified === undefined ? null : new Date(lastModified)
  return { name, size: bytes.length, sha256, bytes, conflict, modifiedAt }
}

export async function intoSpace(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  batch: string,
  files: readonly SmallFile[],
): Promise<Map<number, FileOutcome>> {
  try {
    const sessions = await openSessions(ctx, actor, spaceId, batch, files)
    const outcomes = new Map<number, FileOutcome>()
    const pending: PendingFile[] = []
    for (const file of files) {
      const session = sessions.get(file.no)
      if (session && !isSame(session, file)) return refuseField('batchId', 'unknown_value')
      if (session?.state === 'open') pending.push({ ...file, key: session.key, bucket: session.bucket })
      else outcomes.set(file.no, before(session))
    }
    for (const [no, one] of await commitAll(ctx, actor, spaceId, pending)) outcomes.set(no, one)
    await asOthersSaved(ctx, actor, batch, pending, outcomes)
    return outcomes
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return singly(ctx, actor, batch, files, error)
  }
}

const isSame = (session: store.BatchSession, small: SmallFile): boolean =>
  session.size === small.size &&
  session.name === small.name &&
  (session.state === 'saved' ? hadBytesOf(session, small) : session.spaceId === small.spaceId)

/** A skipped file is a file of other content. */
const hadBytesOf = ({ outcome, hashes }: store.BatchSession, { sha256 }: SmallFile): boolean =>
  outcome === 'skipped' || hashes === null || hashes.some((hash) => hash.equals(sha256))

/** Whether an earlier call saved some of the batch; it must not be refused as a whole then. */
async function singly(
  ctx: Context,
  actor: Actor,
  batch: string,
  files: readonly SmallFile[],
  refusal: Refusal,
): Promise<Map<number, FileOutcome>> {
  const sessions = await store.batchSessions(ctx.db.reader, actor.personId, batch)
  const saved = new Map(sessions.filter(({ fileId }) => fileId !== null).map((one) => [one.no, one]))
  const outcomes = files.map((file): [number, FileOutcome] => {
    const session = saved.get(file.no)
    return [file.no, session && isSame(session, file) ? before(session) : refusal]
  })
  if (outcomes.every(([, one]) => one === refusal)) throw refusal
  return new Map(outcomes)
}

/** The same batch sent twice at once: returns what the other call has saved. */
async function asOthersSaved(
  ctx: Context,
  actor: Actor,
  batch: string,
  pending: readonly PendingFile[],
  outcomes: Map<number, FileOutcome>,
): Promise<void> {
  const missed = new Set(pending.map(({ no }) => no).filter((no) => outcomes.get(no) instanceof Refusal))
  if (missed.size === 0) return
  for (const session of await store.batchSessions(ctx.db.reader, actor.personId, batch))
    if (missed.has(session.no) && session.fileId !== null) outcomes.set(session.no, before(session))
}

/** Results of an earlier call with the same batch. */
const before = (session: store.BatchSession | undefined): FileOutcome =>
  session?.fileId && session.outcome
    ? { fileId: session.fileId, outcome: session.outcome }
    : new Refusal('upload_gone')

/** Commits the files in one transaction and discards the sessions of refused ones. */
async function commitAll(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  pending: readonly PendingFile[],
): Promise<Map<number, FileOutcome>> {
  if (pending.length === 0) return new Map()
  try {
    const committed = await storeAndCommit(ctx, actor, spaceId, pending)
    await discardMany(ctx, keysOf(pending.filter(({ no }) => committed.get(no) instanceof Refusal)))
    return committed
  } catch (error) {
    // The sender retries each file in a session of its own.
    await discardMany(ctx, keysOf(pending)).catch((err) =>
      ctx.log.warn({ err }, 'upload sessions of a batch could not be ended; they expire by themselves'),
    )
    throw error
  }
}

const keysOf = (pending: readonly PendingFile[]): string[] => pending.map(({ key }) => key)

async function storeAndCommit(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  pending: readonly PendingFile[],
): Promise<Map<number, FileOutcome>> {
  const known = await findKnownContents(ctx, actor, pending)
  const contents = new Map<number, BatchContent>(known.usable)
  for (;;) {
    for (const [no, blob] of await storeContents(
      ctx,
      pending.filter(({ no }) => !contents.has(no)),
    ))
      contents.set(no, blob)
    const placed = await ctx.db.transact((tx) => commitFiles(ctx, tx, actor, spaceId, pending, contents))
    if (placed.gone.length === 0) {
      await waitAtMost(repairAll(ctx, known.damaged, contents, placed.outcomes))
      return placed.outcomes
    }
    // The garbage collector was faster; these are stored again.
    for (const no of placed.gone) contents.delete(no)
  }
}

/** Repairs corrupted content from the uploads of the same bytes. */
async function repairAll(
  ctx: Context,
  damaged: KnownContents['damaged'],
  contents: ReadonlyMap<number, BatchContent>,
  outcomes: ReadonlyMap<number, FileOutcome>,
): Promise<void> {
  for (const [id, nos] of damaged) {
    const no = nos.find((one) => isCommitted(outcomes.get(one)))
    const duplicate = no === undefined ? undefined : contents.get(no)
    if (duplicate)
      await repairFromUpload(ctx, id, duplicate).catch((err: unknown) =>
        ctx.log.warn({ err, blobId: id }, 'repairing damaged content failed; retrying later'),
      )
  }
}

const isCommitted = (one: FileOutcome | undefined): boolean =>
  one !== undefined && !(one instanceof Refusal) && one.outcome !== 'skipped'
