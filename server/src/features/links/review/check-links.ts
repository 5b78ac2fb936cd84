import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import type { Context } from '../../../context.ts'
import { checkFile, type FileCheck } from '../../dlp/scan.ts'
import { endScan } from './review.ts'
import * as store from './review-store.ts'

/** Checks the files of links that wait for it, a few of each link in turn, so that a large one does not hold up the others. */

const LINKS_AT_ONCE = 20
const FILES_AT_ONCE = 20
/** Texts that are waited for at a time, and how long. */
const WAITING_MAX = 4
const WAIT_MS = 2 * SECOND

/** One round. Returns whether there is more to do at once. */
export async function checkLinks(ctx: Context): Promise<boolean> {
  let done = 0
  for (const linkId of await store.selectScanning(ctx.db.reader, LINKS_AT_ONCE)) {
    const files = await store.selectUnchecked(ctx.db.reader, linkId, FILES_AT_ONCE)
    const limit = pLimit(WAITING_MAX)
    const checked = await Promise.all(files.map((file) => limit(() => check(ctx, linkId, file))))
    done += checked.filter(Boolean).length
    if (files.length < FILES_AT_ONCE && checked.every(Boolean)) await endScan(ctx, linkId)
  }
  return done > 0
}

/** False while its content is being verified, or its text read. */
async function check(ctx: Context, linkId: string, file: store.LinkedFile): Promise<boolean> {
  const verdict = await verdictOn(ctx, file)
  if (!verdict) return false
  await store.saveVerdict(ctx.db.reader, linkId, file, verdict, ctx.now())
  return true
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
