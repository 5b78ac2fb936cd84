import type { DlpMatch, DlpRule } from '@clouddisk/contract/dlp'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { readRendition } from '../../renditions/read.ts'
import { mayPass } from '../../renditions/retry.ts'
import type { ContentHash } from '../../renditions/types.ts'
import { compareMatches } from './detection/detect.ts'
import { DetectionTimeout } from './detection/detector-thread.ts'
import { PARTS_KIND } from './extraction/converter.ts'
import { scanByIcap } from './icap/scan-by-icap.ts'
import { packParts, type Unreadable, unpackParts } from './parts.ts'
import * as store from './store.ts'

/** Checks files by the rules (G16): their content once for each version of the rules, their names each time. */

export interface CheckedFile extends ContentHash {
  readonly name: string
}

export type FileCheck =
  /** Its text is being read; ask again. */
  | { readonly state: 'waiting' }
  | {
      readonly state: 'checked'
      /** The strictest first. */
      readonly matches: readonly DlpMatch[]
      /** Why some of it could not be read; empty if all was. */
      readonly unreadable: readonly string[]
    }

/** Whether any rule is enabled, or an ICAP server configured: otherwise files need no check. */
export const isOn = async (ctx: Context, db: Reader): Promise<boolean> =>
  ctx.icap !== undefined || store.hasEnabledRule(db)

/** @param wait how long to wait for its text, if it was not read before */
export async function checkFile(
  ctx: Context,
  file: CheckedFile,
  wait?: { readonly ms: number; readonly signal: AbortSignal },
): Promise<FileCheck> {
  const { reader } = ctx.db
  // The version first: rules that change afterwards are checked again.
  const version = await store.rulesVersion(reader)
  const rules = await enabledRules(reader)
  if (rules.length === 0 && !ctx.icap) return { state: 'checked', matches: [], unreadable: [] }
  const scan =
    (await store.findScan(reader, file, version)) ?? (await scanContent(ctx, file, version, rules, wait))
  if (!scan) return { state: 'waiting' }
  const named = await matchNames(ctx, rules, version, file.name)
  return { state: 'checked', matches: merge(named, scan.matches), unreadable: scan.unreadable }
}

export const enabledRules = async (db: Reader): Promise<DlpRule[]> =>
  (await store.selectRules(db)).filter(({ enabled }) => enabled)

/** What the name alone meets. Answered before files that wait for the thread. */
export const matchNames = (
  ctx: Context,
  rules: readonly DlpRule[],
  version: number,
  name: string,
): Promise<DlpMatch[]> =>
  ctx.dlpDetector.detect({
    version: `names ${version}`,
    rules: rules.filter(({ kind }) => kind === 'fileName' || kind === 'fileType'),
    parts: packParts([{ path: '', text: '' }]),
    name,
    isUrgent: true,
  })

/** A rule that finds the name is not told again for the content. */
export function merge(named: readonly DlpMatch[], inContent: readonly DlpMatch[]): DlpMatch[] {
  const byName = new Set(named.map(({ ruleId }) => ruleId))
  return [...named, ...inContent.filter(({ ruleId }) => !byName.has(ruleId))].sort(compareMatches)
}

/** What is known of files by now, without reading any: their content as it was scanned last, and their names. */
export async function knownMatches(
  ctx: Context,
  fileIds: readonly string[],
): Promise<Map<string, readonly DlpMatch[]>> {
  const { reader } = ctx.db
  if (fileIds.length === 0 || !(await isOn(ctx, reader))) return new Map()
  const version = await store.rulesVersion(reader)
  const rules = await enabledRules(reader)
  const files = await store.selectScanned(reader, fileIds, version)
  const known = await Promise.all(
    files.map(async ({ fileId, name, matches }) => {
      const named = await matchNames(ctx, rules, version, name)
      return [fileId, merge(named, matches)] as const
    }),
  )
  return new Map(known)
}

/** Undefined while its text is being read, or the ICAP server looks at it. */
export async function scanContent(
  ctx: Context,
  { sha256, size }: ContentHash,
  version: number,
  rules: readonly DlpRule[],
  wait: Parameters<typeof checkFile>[2],
): Promise<store.Scan | undefined> {
  const content = { sha256, size }
  const read = size === 0 ? { parts: '', isFinal: true } : await partsOf(ctx, content, wait)
  if (!read) return undefined
  const { parts, isFinal } = read
  // Before the rules, which would run again whenever it is asked for.
  const byServer = await scanByIcap(ctx, content, wait)
  if (byServer.state === 'waiting') return undefined
  const unreadable = new Set(unpackParts(parts).flatMap((part) => part.unreadable ?? []))
  if (byServer.state !== 'checked') unreadable.add(byServer.state)
  const matches = await ctx.dlpDetector
    .detect({ version: String(version), rules, parts, name: '' })
    .catch((error) => {
      if (!(error instanceof DetectionTimeout)) throw error
      ctx.log.warn({ sha256: sha256.toString('hex'), size }, 'the rules of the content check took too long')
      unreadable.add('too_much')
      return []
    })
  const all = [...(byServer.state === 'checked' ? byServer.matches : []), ...matches].sort(compareMatches)
  const scan = { matches: all, unreadable: [...unreadable] }
  if (isFinal && byServer.state !== 'unchecked')
    await store.saveScan(ctx.db.reader, content, version, scan, ctx.now())
  return scan
}

/** Undefined while its text is being read. Not final where another try may read it. */
async function partsOf(
  ctx: Context,
  content: ContentHash,
  wait: Parameters<typeof checkFile>[2],
): Promise<{ parts: string; isFinal: boolean } | undefined> {
  // Conversions are switched off, so nothing can be read.
  if (!ctx.renditions.isOn)
    return { parts: packParts([{ path: '', text: '', unreadable: 'too_much' }]), isFinal: false }
  const answer = await ctx.renditions.request(content, PARTS_KIND, { inBackground: true, wait })
  if (answer.state === 'waiting') return undefined
  if (answer.state === 'ready') {
    const bytes = await readRendition(ctx, answer.rendition)
    if (bytes) return { parts: bytes.toString(), isFinal: true }
    await ctx.renditions.forget(answer.rendition.id)
    return undefined
  }
  const { reason } = answer
  const unreadable: Unreadable = reason === 'too_large' ? 'too_much' : 'damaged'
  return { parts: packParts([{ path: '', text: '', unreadable }]), isFinal: !mayPass(reason) }
}
