import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { mendFromBackup, mustHoldBackup } from '../backup/mend.ts'
import { isId } from '../db/ids.ts'
import { contentReading } from '../features/storage/reading.ts'
import { countStrays, scrub } from '../objects/scrub.ts'
import { withGround } from './ground.ts'
import { answer, faultLines, linesOf, setAsideLine, table } from './output.ts'
import { tellProgress } from './progress.ts'

export const scrubCommand = (): Command =>
  new Command('scrub')
    .description('read everything that is stored again and compare it with what came')
    .option('--status', 'say when the server last did so by itself, and what it found')
    .option(
      '--heal-from <place>',
      'copy what is damaged or lost anew from backups: a folder, or s3://bucket/prefix',
    )
    .option('--json', 'answer as JSON')
    .action(({ status, healFrom }: { status?: boolean; healFrom?: string }, command: Command) =>
      status ? tell(command) : readAll(command, healFrom),
    )

async function readAll(command: Command, healFrom: string | undefined): Promise<void> {
  const { objects, bytes, found, mended, setAside } = await withGround(async (ctx) => {
    if (healFrom !== undefined) await mustHoldBackup(healFrom, ctx)
    const { faults, ...read } = await scrub(ctx.db.reader, ctx.stores, tellProgress())
    const ids = faults.map(({ id }) => id).filter(isId)
    const mended = healFrom === undefined ? undefined : await mendFromBackup(healFrom, ctx, ids)
    return { ...read, found: faults, mended, setAside: await countStrays(ctx.stores) }
  })
  const faults = found.filter(({ id }) => !mended?.has(id))
  const summary = `${objects} objects, ${formatSize(bytes)}: ${found.length === 0 ? 'all as they came.' : `${found.length} faults.`}`
  const healed = mended && `Mended from ${healFrom}: ${mended.size}.`
  const text = linesOf(faultLines(faults), summary, healed ?? '', setAsideLine(setAside))
  answer(command, { objects, bytes, faults, setAside, ...(mended && { mended: [...mended] }) }, text)
  if (faults.length > 0) process.exitCode = 1
}

async function tell(command: Command): Promise<void> {
  const reading = await withGround(contentReading)
  const { days, buckets, damaged, suspected, mended, files } = reading
  const rows = buckets.map((bucket) => [bucket.bucketName, bucket.wholeTime ?? 'not yet', progressOf(bucket)])
  const found = files.map(({ contentId, bucketName, wrong, damageTime, spaceName, path, instanceName }) =>
    [
      damageTime ? 'damaged' : 'looked at again',
      wrong,
      bucketName,
      contentId,
      [spaceName, ...path, instanceName].join('/'),
    ].join('  '),
  )
  const text = linesOf(
    table(['bucket', 'all read', 'this round'], rows),
    days === 0
      ? 'Nothing is read again by itself (CLOUDDISK_SCRUB_DAYS).'
      : `All is read again within ${days} days.`,
    `${damaged} objects damaged, ${suspected} that seem lost, ${mended} mended within 90 days.`,
    ...found,
  )
  answer(command, reading, text)
  if (damaged > 0) process.exitCode = 1
}

function progressOf({
  beginTime,
  endTime,
  objects,
  allObjects,
  bytes,
  allBytes,
}: ContentReading['buckets'][number]): string {
  if (beginTime === null) return 'not begun'
  const read = `${objects} of ${allObjects} objects, ${formatSize(bytes)} of ${formatSize(allBytes)}`
  return endTime === null ? read : `over: ${objects} objects, ${formatSize(bytes)}`
}
