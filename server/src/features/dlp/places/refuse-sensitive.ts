import { DLP_REFUSED_SHOWN, type DlpPlace, type SensitiveFile } from '@clouddisk/contract/dlp'
import type { Actor } from '../../../access/actor.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import { auditOutsideTransaction } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors/refusal.ts'
import {
  checkBelow,
  checkFiles,
  type FoundFile,
  matchAllNames,
  type PlaceRules,
  rulesAt,
  rulesFor,
} from './check-place.ts'
import { eventOf, type FoundFiles, type PassedFiles, together } from './passed.ts'
import * as store from './place-store.ts'

/**
 * Keeps sensitive files from colleagues (A§5, A§8): a call that would bring them there is refused as a whole with 110008, before it
 * changes anything. Finds of rules that ask for a review go through, and are logged.
 */

interface Going {
  readonly place: DlpPlace
  /** Files and folders, which go with all that is in them. */
  readonly topIds: readonly string[]
  /** Of the one file that goes: an earlier version in place of the current one. */
  readonly versionId?: string | undefined
  /** What the reader does not see stays behind. */
  readonly leavesHidden?: boolean
  /** Who does it, where that is not the reader. */
  readonly actor?: Actor
}

/**
 * Answers what the call writes in its own transaction, by `recordPassed`; undefined where no rule applies.
 * @param reader who sees the files
 */
export async function refuseSensitive(
  ctx: Context,
  reader: Actor,
  { leavesHidden = false, actor = reader, ...going }: Going,
): Promise<PassedFiles | undefined> {
  const { place, topIds } = going
  if (topIds.length === 0) return undefined
  const rules = await rulesFor(ctx, place)
  if (!rules) return undefined
  const { found, checked, isPartial } = await check(ctx, going, rules)
  const seen = await resolveAll(
    ctx.db.reader,
    reader,
    found.map(({ file }) => file.id),
  )
  const leaving = leavesHidden ? found.filter(({ file }) => seen.has(file.id)) : found
  // What is hidden from the reader is named as the folder of the call that it lies in.
  const named = leaving.map(({ file, matches }) => ({
    id: file.id,
    topId: file.topId,
    matches,
    name: seen.has(file.id) ? file.name : file.topName,
  }))
  const refusal = await refusalOf(ctx, place, named)
  if (refusal) throw refusal
  const { personId, realName, accountName } = actor
  return {
    place,
    topIds: topIds.map((id) => id.toLowerCase()),
    actor: { id: personId, name: realName, account: accountName },
    noted: [...Map.groupBy(named, ({ topId }) => topId)].flatMap(([topId, files]) => {
      const all = together(files.map(summaryOf))
      return all ? [{ topId, ...all }] : []
    }),
    checked,
    isPartial,
  }
}

async function check(ctx: Context, { place, topIds, versionId }: Going, rules: PlaceRules) {
  const [fileId] = topIds
  if (versionId === undefined || fileId === undefined) return checkBelow(ctx, place, topIds, rules)
  const version = await store.filesOfVersion(ctx.db.reader, fileId, versionId, rules.version)
  return checkFiles(ctx, place, version, rules)
}

/**
 * Refuses the name of a file that comes into a group; its content is checked once it is there. Answers what the call logs with the
 * file, by `recordNotedName`.
 */
export async function refuseSensitiveName(
  ctx: Context,
  folder: Pick<ResolvedItem, 'spaceKind'>,
  name: string,
): Promise<FoundFiles | undefined> {
  const found = (await sensitiveNames(ctx, folder, [name])).get(name)
  if (found instanceof Refusal) throw found
  return found
}

/** The same for many files of a call, each with a refusal of its own. */
export async function sensitiveNames(
  ctx: Context,
  folder: Pick<ResolvedItem, 'spaceKind'>,
  names: readonly string[],
): Promise<Map<string, Refusal | FoundFiles>> {
  const sensitive = new Map<string, Refusal | FoundFiles>()
  const rules = folder.spaceKind === 'group' ? await rulesFor(ctx, 'upload') : undefined
  const matches = rules && (await matchAllNames(ctx, rules, names))
  for (const [name, found] of matches ?? []) {
    const one = { id: null, name, matches: rulesAt(rules?.rules ?? [], 'upload', found) }
    if (one.matches.length > 0) sensitive.set(name, (await refusalOf(ctx, 'upload', [one])) ?? summaryOf(one))
  }
  return sensitive
}

interface Named {
  readonly id: string | null
  readonly name: string
  /** At least one. */
  readonly matches: FoundFile['matches']
}

const summaryOf = ({ id, name, matches }: Named): FoundFiles => ({
  id,
  name,
  files: 1,
  rules: matches.map(({ rule }) => rule),
})

/** Undefined if nothing blocks; otherwise it is logged. */
async function refusalOf(
  ctx: Context,
  place: DlpPlace,
  found: readonly Named[],
): Promise<Refusal | undefined> {
  const blocked = found.flatMap((one) => {
    const matches = one.matches.filter(({ action }) => action === 'block')
    return matches.length > 0 ? [{ ...one, matches }] : []
  })
  const all = together(blocked.map(summaryOf))
  if (!all) return undefined
  await auditOutsideTransaction(ctx.db.reader, eventOf('dlp.refused', place, all))
  const list: SensitiveFile[] = blocked.flatMap(({ name, matches }) =>
    matches.map(({ rule, level }) => ({ name, rule, level })),
  )
  return new Refusal('sensitive_content', { list: list.slice(0, DLP_REFUSED_SHOWN) })
}
