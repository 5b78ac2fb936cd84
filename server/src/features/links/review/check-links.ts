import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import type { Context } from '../../../context.ts'
import type { LinkVerdict } from '../../../db/schema.ts'
import { checkFile, type FileCheck } from '../../dlp/scan.ts'
import { announceHeld, endScan } from './review.ts'
import * as store from './review-store.ts'

/**
 * Checks the files of links: all of a new one, and what changes in one that was checked. A few of each link in turn, so that a large
 * one does not hold up the others.
 */

const LINKS_AT_ONCE = 20
const FILES_AT_ONCE = 20
/** Changed files whose links are looked up at a time. */
const CHANGED_AT_ONCE = 500
/** Texts that are waited for at a time, and how long. */
const WAITING_MAX = 4
const WAIT_MS = 2 * SECOND

/** One round. Returns whether there is more to do at once. */
export async function checkLinks(ctx: Context): Promise<boolean> {
  let done = 0
  for (const linkId of await store.selectScanning(ctx.db.reader, LINKS_AT_ONCE)) {
    const { verdicts, isAll } = await checkSome(ctx, linkId)
    done += verdicts.length
    if (isAll) await endScan(ctx, linkId)
  }
  while ((await ctx.db.transact((tx) => store.markChangedLinks(tx, CHANGED_AT_ONCE))) === CHANGED_AT_ONCE);
  for (const linkId of await store.selectChanged(ctx.db.reader, LINKS_AT_ONCE))
    done += await checkChanges(ctx, linkId)
  return done > 0
}

/** What comes while this runs marks the link again. */
async function checkChanges(ctx: Context, linkId: string): Promise<number> {
  await store.setChanged(ctx.db.reader, linkId, false)
  const { verdicts, isAll } = await checkSome(ctx, linkId)
  if (!isAll) await store.setChanged(ctx.db.reader, linkId, true)
  await announceHeld(ctx, linkId, verdicts)
  return verdicts.length
}

interface Checked {
  readonly verdicts: readonly LinkVerdict[]
  /** Whether no file is left. */
  readonly isAll: boolean
}

async function checkSome(ctx: Context, linkId: string): Promise<Checked> {
  const files = await store.selectUnchecked(ctx.db.reader, linkId, FILES_AT_ONCE)
  const limit = pLimit(WAITING_MAX)
  const verdicts = await Promise.all(files.map((file) => limit(() => check(ctx, linkId, file))))
  const known = verdicts.filter((verdict) => verdict !== undefined)
  return { verdicts: known, isAll: files.length < FILES_AT_ONCE && known.length === files.length }
}

/** Undefined while its content is being verified, or its text read. */
async function check(ctx: Context, linkId: string, file: store.LinkedFile): Promise<LinkVerdict | undefined> {
  const found = await verdictOn(ctx, file)
  if (found) await store.saveVerdict(ctx.db.reader, linkId, file, found, ctx.now())
  return found?.verdict
}

async function verdictOn(ctx: Context, file: store.LinkedFile): Promise<store.FileVerdict | undefined> {
  const { sha256, size, name, state } = file
  if (state === 'quarantined') return { verdict: 'review', matches: [], unreadable: ['damaged'] }
  if (state !== 'live' || !sha256) return undefined
  const wait = { ms: WAIT_MS, signal: new AbortController().signal }
  const found = await checkFile(ctx, { sha256, size, name }, wait)
  return found.state === 'checked' ? { ...found, verdict: verdictOf(found) } : undefined
}

/** What could not be read is for somebody to look at. */
function verdictOf({ matches, unreadable }: Extract<FileCheck, { state: 'checked' }>) {
  if (matches.some(({ action }) => action === 'block')) return 'block'
  return matches.length > 0 || unreadable.length > 0 ? 'review' : 'clear'
}
