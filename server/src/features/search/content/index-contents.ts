import { DAY, MINUTE, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../../context.ts'
import { isContentSearched } from '../../../db/content-search-setting.ts'
import { readRendition } from '../../../renditions/read.ts'
import { mayPass } from '../../../renditions/retry.ts'
import type { ReadyRendition } from '../../../renditions/types.ts'
import * as store from './index-store.ts'
import { TEXT_KIND } from './text-converter.ts'
import { mayHaveText } from './text-files.ts'
import { unpackText } from './text-task.ts'

/**
 * Keeps the index of contents: reads the text of files whose content is new, the newest first, a few at a time. What is not done
 * yet stays in the queue, so that a restart loses nothing, and two servers at once only do the same twice.
 */

const BATCH = 500
/** Files taken off the index at a time. */
const REMOVED_AT_ONCE = 5000
/** Texts that are being read at a time. */
const READING_MAX = 16
/** Until content is verified, and until a rendition is tried again. */
const SOON = MINUTE / SECOND
const LATER = DAY / SECOND

/** One round. Returns whether there is more to do at once. */
export async function indexContents(ctx: Context): Promise<boolean> {
  const { reader } = ctx.db
  if (!(await isContentSearched(ctx, reader)))
    return (await store.removeSome(reader, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE
  if (!ctx.renditions.isOn) return false
  const files = await store.selectDue(reader, BATCH)
  const without = files.filter(({ ext, size }) => !mayHaveText(ext, size))
  if (without.length > 0) await ctx.db.transact((tx) => store.removeFiles(tx, without))
  let reading = 0
  let done = without.length
  for (const file of files) {
    if (!mayHaveText(file.ext, file.size)) continue
    if (reading >= READING_MAX) break
    if (await indexFile(ctx, file)) done++
    else reading++
  }
  return done > 0 && reading < READING_MAX
}

/** False while its text is being read. */
async function indexFile(ctx: Context, file: store.QueuedFile): Promise<boolean> {
  const { reader } = ctx.db
  if (file.state !== 'live') await store.postpone(reader, file, SOON)
  else if (!(await ctx.db.transact((tx) => store.indexLikeAnother(tx, file)))) {
    const answer = await ctx.renditions.request(file, TEXT_KIND, { inBackground: true })
    if (answer.state === 'waiting') return false
    if (answer.state === 'ready') await takeText(ctx, file, answer.rendition)
    // For reasons that may not be the file's: the rendition is tried again then.
    else if (mayPass(answer.reason)) await store.postpone(reader, file, LATER)
    else await ctx.db.transact((tx) => store.removeFiles(tx, [file]))
  }
  return true
}

/** The rendition is only the way into the database. */
async function takeText(ctx: Context, file: store.QueuedFile, rendition: ReadyRendition): Promise<void> {
  const bytes = await readRendition(ctx, rendition)
  if (bytes) await ctx.db.transact((tx) => store.indexText(tx, file, unpackText(bytes)))
  await ctx.renditions.forget(rendition.id)
}
