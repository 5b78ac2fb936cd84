import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { contentReading } from '../features/storage/reading.ts'
import { countStrays, scrub } from '../objects/scrub.ts'
import { withGround } from './ground.ts'
import { answer, faultLines, linesOf, setAsideLine, table } from './output.ts'
import { tellProgress } from './progress.ts'

export const scrubCommand = (): Command =>
  new Command('scrub')
    .description('read everything that is stored again and compare it with what came')
    .option('--status', 'say when the server last did so by itself, and what it found')
    .option('--json', 'answer as JSON')
    .action(({ status }: { status?: boolean }, command: Command) =>
      status ? tell(command) : readAll(command),
    )

async function readAll(command: Command): Promise<void> {
  const { objects, bytes, faults, setAside } = await withGround(async ({ db, stores }) => ({
    ...(await scrub(db.reader, stores, tellProgress())),
    setAside: await countStrays(stores),
  }))
  const summary = `${objects} objects, ${formatSize(bytes)}: ${faults.length === 0 ? 'all as they came.' : `${faults.length} faults.`}`
  const text = linesOf(faultLines(faults), summary, setAsideLine(setAside))
  answer(command, { objects, bytes, faults, setAside }, text)
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
