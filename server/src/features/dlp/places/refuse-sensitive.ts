import { DLP_REFUSED_SHOWN, type DlpMatch, type DlpPlace, type SensitiveFile } from '@clouddisk/contract/dlp'
import type { Actor } from '../../../access/actor.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import { auditOutsideTransaction } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors/refusal.ts'
import { checkBelow, type FoundFile, matchAllNames, rulesAt, rulesFor } from './check-place.ts'
import * as store from './place-store.ts'

/**
 * Keeps sensitive files from colleagues (A§5, A§8): a call that would bring them there is refused as a whole with 110008, before it
 * changes anything. Finds of rules that ask for a review go through, and are logged.
 */

interface Going {
  readonly place: DlpPlace
  /** Files and folders, which go with all that is in them. */
  readonly topIds: readonly string[]
  /** What the reader does not see stays behind. */
  readonly leavesHidden?: boolean
  /** Who does it, where that is not the reader. */
  readonly personId?: string
}

/** @param reader who sees the files */
export async function refuseSensitive(
  ctx: Context,
  reader: Actor,
  { place, topIds, leavesHidden = false, personId = reader.personId }: Going,
): Promise<void> {
  if (topIds.length === 0) return
  const rules = await rulesFor(ctx, place)
  if (!rules) return
  const { found, checked, isPartial } = await checkBelow(ctx, place, topIds, rules)
  const seen = await resolveAll(
    ctx.db.reader,
    reader,
    found.map(({ file }) => file.id),
  )
  const going = leavesHidden ? found.filter(({ file }) => seen.has(file.id)) : found
  // What is hidden from the reader is named as the folder of the call that it lies in.
  const named = going.map(({ file, matches }) => ({
    ...{ id: file.id, matches },
    name: seen.has(file.id) ? file.name : file.topName,
  }))
  const refusal = await refusalOf(ctx, place, named)
  if (refusal) throw refusal
  if (isPartial) await store.queueBelow(ctx.db.reader, { topIds, place, personId, checked })
}

/** Refuses the name of a file that comes into a group; its content is checked once it is there. */
export async function refuseSensitiveName(
  ctx: Context,
  folder: Pick<ResolvedItem, 'spaceKind'>,
  name: string,
): Promise<void> {
  const refusal = (await sensitiveNames(ctx, folder, [name])).get(name)
  if (refusal) throw refusal
}

/** The same for many files of a call, each with a refusal of its own. */
export async function sensitiveNames(
  ctx: Context,
  folder: Pick<ResolvedItem, 'spaceKind'>,
  names: readonly string[],
): Promise<Map<string, Refusal>> {
  const refusals = new Map<string, Refusal>()
  const rules = folder.spaceKind === 'group' ? await rulesFor(ctx, 'upload') : undefined
  const matches = rules && (await matchAllNames(ctx, rules, names))
  for (const [name, found] of matches ?? []) {
    const one = { id: null, name, matches: rulesAt(rules?.rules ?? [], 'upload', found) }
    const refusal = one.matches.length > 0 && (await refusalOf(ctx, 'upload', [one]))
    if (refusal) refusals.set(name, refusal)
  }
  return refusals
}

interface Named {
  readonly id: string | null
  readonly name: string
  readonly matches: FoundFile['matches']
}

/** Undefined if nothing blocks; either way it is logged. */
async function refusalOf(
  ctx: Context,
  place: DlpPlace,
  found: readonly Named[],
): Promise<Refusal | undefined> {
  const blocked = withMatches(found, ({ action }) => action === 'block')
  if (blocked.length > 0) {
    await record(ctx, 'dlp.refused', place, blocked)
    const list: SensitiveFile[] = blocked.flatMap(({ name, matches }) =>
      matches.map(({ rule, level }) => ({ name, rule, level })),
    )
    return new Refusal('sensitive_content', { list: list.slice(0, DLP_REFUSED_SHOWN) })
  }
  const noted = withMatches(found, () => true)
  if (noted.length > 0) await record(ctx, 'dlp.noted', place, noted)
  return undefined
}

const withMatches = (found: readonly Named[], test: (match: DlpMatch) => boolean): Named[] =>
  found.flatMap((one) => {
    const matches = one.matches.filter(test)
    return matches.length > 0 ? [{ ...one, matches }] : []
  })

/** One event of a call, about its first file. */
async function record(
  ctx: Context,
  action: 'dlp.refused' | 'dlp.noted',
  place: DlpPlace,
  [first, ...others]: readonly Named[],
): Promise<void> {
  if (!first) return
  const rules = new Set([first, ...others].flatMap(({ matches }) => matches.map(({ rule }) => rule)))
  await auditOutsideTransaction(ctx.db.reader, {
    action,
    object: { type: 'file', id: first.id, name: first.name },
    detail: { place, files: 1 + others.length, rules: [...rules].slice(0, RULES_LOGGED).join(', ') },
    result: action === 'dlp.refused' ? 'refused' : 'ok',
  })
}

const RULES_LOGGED = 10
