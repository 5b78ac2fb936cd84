import type { DlpPlace } from '@clouddisk/contract/dlp'
import { type AuditEvent, audit, auditAll } from '../../../audit/record.ts'
import type { Tx } from '../../../db/database.ts'
import type { ItemResult } from '../../../tree/batch.ts'
import { type CheckedFile, queueBelow } from './place-store.ts'

/** What a call writes in its own transaction about files that it lets through: nothing is logged or checked for a call that fails. */

/** Plain data, as jobs keep it in their input. */
export interface PassedFiles {
  readonly place: DlpPlace
  /** Lower-case ids of what the rules apply to, among the files and folders of the call. */
  readonly topIds: readonly string[]
  readonly actor: NonNullable<AuditEvent['actor']>
  /** What meets rules that ask for a review, by the file or folder of the call that it is or lies in. */
  readonly noted: readonly (FoundFiles & { readonly topId: string })[]
  readonly checked: readonly CheckedFile[]
  /** Whether there are others. */
  readonly isPartial: boolean
}

/** Files that meet rules, named by the first. */
export interface FoundFiles {
  /** Null for a file that is not stored yet. */
  readonly id: string | null
  readonly name: string
  readonly files: number
  readonly rules: readonly string[]
}

const RULES_LOGGED = 10

export const eventOf = (
  action: 'dlp.refused' | 'dlp.noted',
  place: DlpPlace,
  { id, name, files, rules }: FoundFiles,
): AuditEvent => ({
  action,
  object: { type: 'file', id, name },
  detail: { place, files, rules: rules.slice(0, RULES_LOGGED).join(', ') },
  result: action === 'dlp.refused' ? 'refused' : 'ok',
})

/** The files of one event. */
export function together([first, ...others]: readonly FoundFiles[]): FoundFiles | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  return {
    ...first,
    files: all.reduce((sum, { files }) => sum + files, 0),
    rules: [...new Set(all.flatMap(({ rules }) => rules))],
  }
}

/** A file or folder of the call, by its lower-case id, and what it is by now: a copy, or the file that it became a version of. */
export interface Went {
  readonly topId: string
  readonly isNow: string
}

export const wentOf = (results: readonly ItemResult[]): Went[] =>
  results.flatMap(({ instanceId, newId, errcode, outcome }) =>
    errcode === 0 && outcome !== 'skipped'
      ? [{ topId: instanceId.toLowerCase(), isNow: newId ?? instanceId }]
      : [],
  )

/** Logs what met rules for a review among the files that went, and has what was not checked in the call checked later. */
export async function recordPassed(
  tx: Tx,
  passed: PassedFiles | undefined,
  went: readonly Went[],
): Promise<void> {
  if (!passed) return
  const { place, actor, checked } = passed
  await recordNoted(tx, passed, went)
  const topIds = went.filter(({ topId }) => passed.topIds.includes(topId)).map(({ isNow }) => isNow)
  if (topIds.length > 0) await queueBelow(tx, { topIds, place, personId: actor.id, checked })
}

/** The same for an archive and the folder that it was extracted into: what was read in the archive is not read again. */
export async function recordExtracted(
  tx: Tx,
  passed: PassedFiles | undefined,
  went: readonly Went[],
): Promise<void> {
  if (passed?.isPartial) await recordPassed(tx, passed, went)
  else if (passed) await recordNoted(tx, passed, went)
}

async function recordNoted(
  tx: Tx,
  { place, actor, noted }: PassedFiles,
  went: readonly Went[],
): Promise<void> {
  const tops = new Set(went.map(({ topId }) => topId))
  const found = together(noted.filter(({ topId }) => tops.has(topId)))
  if (found) await audit(tx, { ...eventOf('dlp.noted', place, found), actor })
}

/** A new file, and the rules for a review that its name met. */
export interface NotedName {
  readonly fileId: string
  readonly noted: FoundFiles | undefined
}

/** Logs those of some new files whose names met rules for a review. */
export const recordNotedNames = (tx: Tx, files: readonly NotedName[]): Promise<void> =>
  auditAll(
    tx,
    files.flatMap(({ fileId, noted }) =>
      noted ? [eventOf('dlp.noted', 'upload', { ...noted, id: fileId })] : [],
    ),
  )
