import { setTimeout as pause } from 'node:timers/promises'
import type { DlpMatch, DlpPlace, DlpRule } from '@clouddisk/contract/dlp'
import pLimit from 'p-limit'
import type { Context } from '../../../context.ts'
import { ICAP_RULE_ID } from '../icap-rule.ts'
import { packParts } from '../parts.ts'
import { enabledRules, matchNames, merge, scanContent } from '../scan.ts'
import { rulesVersion } from '../store.ts'
import { hasRuleFor } from './place-rules.ts'
import * as store from './place-store.ts'

/**
 * What the rules find in files of a call, before it changes anything. The call waits a little for texts that were not read before;
 * what is not known then is checked later (pending.ts).
 */

/** Files of one call that are looked at. */
const FILES_MAX = 1000
/** Texts that are waited for at a time. */
const WAITING_MAX = 4

export interface PlaceRules {
  readonly version: number
  readonly rules: readonly DlpRule[]
}

/** Undefined where no rule applies. */
export async function rulesFor(ctx: Context, place: DlpPlace): Promise<PlaceRules | undefined> {
  const db = ctx.db.reader
  if (!(await hasRuleFor(db, place))) return undefined
  // The version first: rules that change afterwards are checked again.
  const version = await rulesVersion(db)
  return { version, rules: await enabledRules(db) }
}

export const rulesAt = (rules: readonly DlpRule[], place: DlpPlace, found: readonly DlpMatch[]): DlpMatch[] =>
  found.filter(
    ({ ruleId }) =>
      ruleId === ICAP_RULE_ID || rules.some((rule) => rule.ruleId === ruleId && rule.places.includes(place)),
  )

export interface FoundFile {
  readonly file: store.FileBelow
  /** At least one, of the rules of the place. */
  readonly matches: readonly DlpMatch[]
}

export interface PlaceCheck {
  readonly found: readonly FoundFile[]
  readonly checked: readonly store.CheckedFile[]
  /** Whether there are others. */
  readonly isPartial: boolean
}

/** Checks the files at and below these. */
export async function checkBelow(
  ctx: Context,
  place: DlpPlace,
  topIds: readonly string[],
  rules: PlaceRules,
): Promise<PlaceCheck> {
  const below = await store.filesBelow(ctx.db.reader, topIds, rules.version, FILES_MAX + 1)
  return checkFiles(ctx, place, below, rules)
}

export async function checkFiles(
  ctx: Context,
  place: DlpPlace,
  below: readonly store.FileBelow[],
  { version, rules }: PlaceRules,
): Promise<PlaceCheck> {
  const files = [...new Map(below.slice(0, FILES_MAX).map((file) => [file.id, file])).values()]
  const [named, contents] = await Promise.all([
    matchAllNames(
      ctx,
      { version, rules },
      files.map(({ name }) => name),
    ),
    contentMatches(ctx, { version, rules }, files),
  ])
  const checked = named ? files.filter(({ id }) => contents.has(id)) : []
  const found = files.flatMap((file) => {
    const all = merge(named?.get(file.name) ?? [], contents.get(file.id) ?? [])
    const matches = rulesAt(rules, place, all)
    return matches.length > 0 ? [{ file, matches }] : []
  })
  const isPartial = below.length > FILES_MAX || checked.length < files.length
  return { found, checked: checked.map(({ blobId, name }) => [blobId, name]), isPartial }
}

/** Of the files that are known in time. */
async function contentMatches(
  ctx: Context,
  { version, rules }: PlaceRules,
  files: readonly store.FileBelow[],
): Promise<Map<string, readonly DlpMatch[]>> {
  const found = new Map(files.flatMap(({ id, matches }) => (matches ? [[id, matches] as const] : [])))
  const signal = AbortSignal.timeout(ctx.config.contentCheckMs)
  const limit = pLimit(WAITING_MAX)
  const unknown = files.filter(({ id, isVerified }) => isVerified && !found.has(id))
  const scanAll = unknown
    .toSorted((a, b) => a.size - b.size)
    .map(({ id, sha256, size }) =>
      limit(async () => {
        if (!sha256 || signal.aborted) return
        const scan = await scanContent(ctx, { sha256, size }, version, rules, {
          ms: ctx.config.contentCheckMs,
          signal,
        })
        if (scan) found.set(id, scan.matches)
      }),
    )
  await inTime(ctx, Promise.all(scanAll))
  return new Map(found)
}

/** Undefined where they are not known in time. */
export async function matchAllNames(
  ctx: Context,
  { version, rules }: PlaceRules,
  names: readonly string[],
): Promise<Map<string, readonly DlpMatch[]> | undefined> {
  const unique = [...new Set(names)]
  if (unique.length === 0 || !rules.some(({ kind }) => kind === 'fileName' || kind === 'fileType'))
    return new Map()
  const match = async () => {
    // Mostly none of them meets a rule, which one pass over all tells.
    const any = await ctx.dlpDetector.detect({
      version: `any name ${version}`,
      rules: rules
        .filter(({ kind }) => kind === 'fileName' || kind === 'fileType')
        .map((rule) => ({ ...rule, threshold: 1 })),
      parts: packParts(unique.map((name) => ({ path: `/${name}`, text: '' }))),
      name: '',
      isUrgent: true,
    })
    if (any.length === 0) return new Map<string, readonly DlpMatch[]>()
    const each = unique.map(async (name) => [name, await matchNames(ctx, rules, version, name)] as const)
    return new Map<string, readonly DlpMatch[]>(await Promise.all(each))
  }
  return inTime(ctx, match())
}

/** Undefined if it takes longer, or fails, which is logged; it goes on. */
function inTime<T>(ctx: Context, work: Promise<T>): Promise<T | undefined> {
  const done = work.catch((err: unknown) => {
    ctx.log.warn({ err }, 'files could not be checked in a call; they are checked later')
    return undefined
  })
  return Promise.race([done, pause(ctx.config.contentCheckMs, undefined, { ref: false })])
}
