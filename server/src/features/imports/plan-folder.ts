import { suggestName } from '@clouddisk/contract/name-suggestions'
import { nameKey } from '@clouddisk/contract/names'
import { SECOND } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { nameRefusal } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import { missingBytes, refuseQuotaFull } from '../../tree/quota.ts'
import { sensitiveNames } from '../dlp/places/refuse-sensitive.ts'
import type { RunningImport } from './import-input.ts'
import {
  type ItemOutcomeRow,
  type Namesake,
  namesakes,
  type PlannedEntry,
  pathKey,
  type RememberedItem,
  rememberedItems,
} from './items-store.ts'
import { childPath, type SourceEntry } from './sources/entry.ts'

/** Decides, before anything is read of it, what is to be done with each entry of a folder. */

export interface FolderPlan {
  /** Files to read and store, with what they became earlier. */
  readonly files: readonly { readonly planned: PlannedEntry; readonly before: RememberedItem | undefined }[]
  readonly folders: readonly {
    readonly planned: PlannedEntry
    readonly before: RememberedItem | undefined
    /** It was created by this run already, or an earlier one. */
    readonly known: ResolvedItem | undefined
  }[]
  /** What is decided already. */
  readonly decided: readonly ItemOutcomeRow[]
  /** Files that this run was done with before the server was restarted. */
  readonly done: number
}

/** `path`: of the folder; `target`: what it became. */
export async function planFolder(
  ctx: Context,
  actor: Actor,
  job: RunningImport,
  { path, target }: { readonly path: string; readonly target: ResolvedItem },
  entries: readonly SourceEntry[],
): Promise<FolderPlan> {
  const db = ctx.db.reader
  const all = entries.map((entry): PlannedEntry => {
    const own = childPath(path, entry.segment)
    const name = suggestName(entry.name, entry.kind === 'folder', ctx.config.limits)
    return { path: own, key: pathKey(own), entry, name }
  })
  const known = await rememberedItems(
    db,
    job.id,
    all.map(({ key }) => key),
  )
  const became = await resolveAll(
    db,
    actor,
    [...known.values()].flatMap(({ fileId }) => fileId ?? []),
  )
  const taken = await namesakes(
    db,
    actor,
    job.id,
    target.id,
    all.map(({ name }) => nameKey(name)),
  )
  const sensitive = await sensitiveNames(
    ctx,
    target,
    all.filter(({ entry }) => entry.kind === 'file').map(({ name }) => name),
  )
  const files: FolderPlan['files'][number][] = []
  const folders: FolderPlan['folders'][number][] = []
  const decided: ItemOutcomeRow[] = []
  let done = 0
  for (const planned of all) {
    const before = known.get(planned.key.toString('hex'))
    const kept = before?.fileId ? became.get(before.fileId) : undefined
    const { entry, name } = planned
    if (entry.kind === 'folder') {
      folders.push({ planned, before, known: kept?.isFolder ? kept : undefined })
    } else if (before?.run === job.run && before.outcome !== 'failed') done++
    else if (kept && before && before.outcome !== 'failed' && isUnchanged(before, entry))
      decided.push({ ...before, planned, outcome: 'there', fileId: before.fileId })
    else {
      const namesake = taken.get(nameKey(name))
      const refused =
        refusalOf(ctx, actor, entry, sensitive.get(name)) ?? (await quotaRefusal(ctx, actor, target, entry))
      if (namesake && isSame(namesake, entry)) {
        const isRenamed = name !== entry.name
        decided.push({
          planned,
          outcome: 'there',
          fileId: namesake.id,
          name: namesake.name,
          isRenamed,
        })
      } else if (refused) {
        const outcome = refused.errorName === 'empty_file' ? 'skipped' : 'failed'
        decided.push({ planned, outcome, refusal: refused })
      } else files.push({ planned, before })
    }
  }
  return { files, folders, decided, done }
}

/** As it was listed when it was imported. */
const isUnchanged = (before: RememberedItem, { size, etag, modifiedAt }: SourceEntry): boolean =>
  before.size === size && before.etag === etag && before.modifiedAt?.getTime() === modifiedAt?.getTime()

/** Whether a file here is taken for the entry without reading it: equal in name, size and time, which HTTP has in seconds. */
const isSame = (
  { isFolder, size, modifiedAt, isOfImport, isVisible }: Namesake,
  entry: SourceEntry,
): boolean =>
  !isFolder &&
  !isOfImport &&
  isVisible &&
  size === entry.size &&
  modifiedAt !== null &&
  entry.modifiedAt !== null &&
  secondsOf(modifiedAt) === secondsOf(entry.modifiedAt)

const secondsOf = (time: Date): number => Math.floor(time.getTime() / SECOND)

function refusalOf(
  ctx: Context,
  actor: Actor,
  { kind, name, size }: SourceEntry,
  sensitive: unknown,
): Refusal | undefined {
  if (kind === 'other') return new Refusal('import_not_a_file', { name })
  const { fileBytesMax: limit } = ctx.config.limits
  if (size !== null && size > limit) return new Refusal('over_80gb', { limit })
  if (size === 0 && !ctx.config.emptyFiles) return new Refusal('empty_file', { name })
  return nameRefusal(ctx, actor, name) ?? (sensitive instanceof Refusal ? sensitive : undefined)
}

/** Before its bytes are read in vain; the charge decides. */
async function quotaRefusal(
  ctx: Context,
  { personId }: Actor,
  { spaceId }: ResolvedItem,
  { size }: SourceEntry,
): Promise<Refusal | undefined> {
  if (size === null || (await missingBytes(ctx.db.reader, spaceId, size)) === 0) return undefined
  return refuseQuotaFull(ctx.db.reader, spaceId, size, personId).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
}
