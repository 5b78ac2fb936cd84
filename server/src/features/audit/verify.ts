import type { KeyObject } from 'node:crypto'
import type { LogFault, verifyLogs } from '@clouddisk/contract/audit'
import type { Reply } from '@clouddisk/contract/route'
import type { Context } from '../../context.ts'
import { EMPTY_HEAD, isChainedTo, type LogHead } from './chain.ts'
import { HeadFile, type SavedHead } from './head-file.ts'
import * as store from './store.ts'

/** Verifies the log: no entry was changed, removed, inserted, moved or truncated. */

type VerifyResult = Reply<typeof verifyLogs>

const ROWS_PER_STEP = 5000
const STEPS_PER_CALL = 40
const MAX_FAULTS = 100

/** Continues after `afterSeq` of an earlier call; checks the end once it is reached. */
export async function verify(ctx: Context, afterSeq = 0): Promise<VerifyResult> {
  const kept = await readSavedHeads(ctx)
  const { db, secrets } = ctx
  const key = secrets.subKey('audit log')
  const head = (await store.readHead(db.reader)) ?? EMPTY_HEAD
  const faults: LogFault[] = []
  const firstOfKey = memoized(() => replacedAt(ctx, key))
  let last: LogHead = afterSeq === 0 ? EMPTY_HEAD : { seq: afterSeq, mac: await macBefore(ctx, afterSeq) }
  let checked = 0
  let unchecked = 0
  let done = false
  for (let step = 0; step < STEPS_PER_CALL && !done && faults.length < MAX_FAULTS; step++) {
    const rows = await store.entriesAfter(db.reader, last.seq, ROWS_PER_STEP)
    for (const row of rows) {
      if (row.seq !== last.seq + 1) faults.push(missing(last.seq + 1, row.seq - 1))
      // After a gap only the missing predecessor can be reported.
      else if (!isChainedTo(key, last.mac, row)) {
        if (row.seq < (await firstOfKey())) unchecked++
        else faults.push(row.seq > head.seq ? added(row.seq) : changed(row.seq))
      }
      last = row
    }
    checked += rows.length
    done = rows.length < ROWS_PER_STEP
  }
  if (done)
    faults.push(
      ...truncationFaults(last, head, await matchesSavedHead(ctx, kept, last)),
      ...headFileFaults(kept, last),
    )
  return {
    checked: checked - unchecked,
    ...(unchecked > 0 && { unchecked }),
    lastSeq: last.seq,
    headSeq: head.seq,
    done: done || faults.length >= MAX_FAULTS,
    faults: faults.slice(0, MAX_FAULTS),
  }
}

/** Verifies the whole log, for the command line. */
export async function verifyAll(ctx: Context): Promise<VerifyResult> {
  let whole: VerifyResult = { checked: 0, lastSeq: 0, headSeq: 0, done: false, faults: [] }
  while (!whole.done) {
    const part = await verify(ctx, whole.lastSeq)
    const unchecked = (whole.unchecked ?? 0) + (part.unchecked ?? 0)
    whole = {
      ...part,
      checked: whole.checked + part.checked,
      ...(unchecked > 0 && { unchecked }),
      faults: [...whole.faults, ...part.faults],
    }
  }
  return whole
}

/**
 * The entry for the last replacement of the instance key, or 0. Earlier entries were sealed with the old key; the entry
 * itself is sealed with the current one.
 */
async function replacedAt(ctx: Context, key: KeyObject): Promise<number> {
  for (const entry of await store.entriesOf(ctx.db.reader, 'instanceKey.replaced'))
    if (isChainedTo(key, await macBefore(ctx, entry.seq - 1), entry)) return entry.seq
  return 0
}

function memoized<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => {
    known ??= work()
    return known
  }
}

const macBefore = async ({ db }: Context, seq: number): Promise<Buffer> =>
  (await store.macAt(db.reader, seq)) ?? EMPTY_HEAD.mac

interface SavedHeads {
  /** The content of the file. */
  readonly file: SavedHead | 'forged' | undefined
  /** The head that this process saved last; undefined on the command line. */
  readonly own: SavedHead | undefined
}

/**
 * Seals everything committed so far, so that the check covers what administrators have seen. Reads the file before, as
 * sealing rewrites it.
 */
async function readSavedHeads(ctx: Context): Promise<SavedHeads> {
  const sealer = ctx.auditSealer.isStarted ? ctx.auditSealer : undefined
  const own = await sealer?.savedHead()
  const file = await new HeadFile(ctx).read()
  if (!sealer || !own) return { own, file }
  const stands = file !== undefined && file !== 'forged' && file.seq >= own.seq
  await sealer.attempt()
  return { own, file: stands ? await new HeadFile(ctx).read() : file }
}

/** Whether the log has the saved entry. */
async function matchesSavedHead(ctx: Context, { file }: SavedHeads, last: LogHead): Promise<boolean> {
  if (!file || file === 'forged' || file.seq > last.seq) return true
  const mac = file.seq === 0 ? EMPTY_HEAD.mac : await store.macAt(ctx.db.reader, file.seq)
  return mac?.equals(file.mac) ?? false
}

function truncationFaults(last: LogHead, head: LogHead, keptStands: boolean): LogFault[] {
  const faults: LogFault[] = []
  if (last.seq < head.seq) faults.push(cutOff(last.seq, head.seq))
  // Entries appended since the head was read follow it.
  if (last.seq === head.seq && !last.mac.equals(head.mac)) faults.push(changed(head.seq))
  if (!keptStands)
    faults.push({ kind: 'head', seq: last.seq, says: 'audit/head.json does not belong to this log' })
  return faults
}

function headFileFaults({ file, own }: SavedHeads, last: LogHead): LogFault[] {
  // Before the first start there is neither.
  if (file === undefined && last.seq === 0) return []
  if (file === undefined) return [{ kind: 'head', seq: last.seq, says: 'audit/head.json is missing' }]
  if (file === 'forged')
    return [{ kind: 'head', seq: last.seq, says: 'audit/head.json was not written by this installation' }]
  const faults = file.truncations.map(
    ({ seq, at }): LogFault => ({
      kind: 'cutOff',
      seq,
      says:
        seq === 0
          ? `audit/head.json was missing or invalid when the server checked at ${at}`
          : `entry ${seq} was already missing at ${at}`,
    }),
  )
  if (file.seq > last.seq) faults.push(cutOff(last.seq, file.seq))
  else if (own && file.seq < own.seq)
    faults.push({ kind: 'head', seq: file.seq, says: `audit/head.json is older than entry ${own.seq}` })
  return faults
}

const missing = (from: number, to: number): LogFault => ({
  kind: 'missing',
  seq: to,
  says: from === to ? `entry ${to} is missing` : `entries ${from} to ${to} are missing`,
})

const changed = (seq: number): LogFault => ({
  kind: 'changed',
  seq,
  says: `entry ${seq} was changed, or does not follow the one before it`,
})

const added = (seq: number): LogFault => ({
  kind: 'added',
  seq,
  says: `entry ${seq} is beyond the recorded end; the server did not write it`,
})

const cutOff = (last: number, head: number): LogFault => ({
  kind: 'cutOff',
  seq: head,
  says: `the log ends at entry ${last}, but once had entry ${head}`,
})
