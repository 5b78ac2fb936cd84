import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { mendFromBackup, mustHoldBackup } from '../backup/mend.ts'
import { filePath } from '../features/storage/file-path.ts'
import { readAll } from '../features/storage/read-all.ts'
import { contentReading } from '../features/storage/reading.ts'
import { countStrays } from '../objects/scrub.ts'
import { withGround } from './ground.ts'
import { answer, faultLine, isOfContent, linesOf, NO_FILE, setAsideLine, table } from './output.ts'
import { tellProgress } from './progress.ts'

export const scrubCommand = (): Command =>
  new Command('scrub')
    .description(
      'read everything that is stored again, compare it with what came, and give out nothing that is not',
    )
    .option('--status', 'say when the server last did so by itself, and what it found')
    .option(
      '--heal-from <place>',
      'copy what is damaged or lost anew from backups: a folder, or s3://bucket/prefix',
    )
    .option('--json', 'answer as JSON')
    .action(({ status, healFrom }: { status?: boolean; healFrom?: string }, command: Command) =>
      status ? tell(command) : readNow(command, healFrom),
    )

async function readNow(command: Command, healFrom: string | undefined): Promise<void> {
  const { objects, bytes, found, mended, setAside } = await withGround(async (given) => {
    // What it would log is said below.
    const ctx = { ...given, log: given.log.child({}, { level: 'silent' }) }
    if (healFrom !== undefined) await mustHoldBackup(healFrom, ctx)
    const { faults, ...read } = await readAll(ctx, tellProgress())
    const fromBackup =
      healFrom === undefined ? undefined : await mendFromBackup(healFrom, ctx, { explain: true })
    return {
      ...read,
      found: faults,
      mended: { here: read.mended, fromBackup },
      setAside: await countStrays(ctx.stores),
    }
  })
  const { here, fromBackup } = mended
  const faults = found
    .filter(({ id }) => !here.has(id) && !fromBackup?.mended.has(id))
    .map((fault) => ({ ...fault, notMended: fromBackup?.left.get(fault.id) }))
  const verdict = found.length === 0 ? 'all as they came.' : `${counted(found.length, 'fault')}.`
  answer(
    command,
    {
      objects,
      bytes,
      faults,
      setAside,
      ...((fromBackup || here.size > 0) && { mended: [...here, ...(fromBackup?.mended ?? [])] }),
    },
    linesOf(
      ...faults.map((fault) => `${faultLine(fault)}${fault.notMended ? `; ${fault.notMended}` : ''}`),
      `${counted(objects, 'object')}, ${formatSize(bytes)}: ${verdict}`,
      here.size > 0 ? `Mended from equal content, or right when looked at again: ${here.size}.` : '',
      fromBackup ? `Mended from ${healFrom}: ${fromBackup.mended.size}.` : '',
      faults.some(({ check }) => isOfContent(check)) ? remedy(fromBackup ? 'other backups' : 'backups') : '',
      setAsideLine(setAside),
    ),
  )
  if (faults.length > 0) process.exitCode = 1
}

const remedy = (backups: string): string =>
  [
    'Damaged content is given to nobody; what is gone counts as damaged after six hours. To mend it: upload the file again',
    `under any name, or put the object back where it lay, or \`scrub --heal-from PLACE\` with ${backups}. \`scrub --status\` lists it.`,
  ].join(' ')

async function tell(command: Command): Promise<void> {
  const reading = await withGround(contentReading)
  const { days, buckets, damaged, suspected, mended, unverified, files } = reading
  const rows = buckets.map((bucket) => [bucket.bucketName, bucket.wholeTime ?? 'not yet', progressOf(bucket)])
  const found = files.map((file) =>
    [
      file.damageTime ? 'damaged' : 'looked at again',
      file.wrong,
      file.instanceId ? filePath(file) : NO_FILE,
      `content ${file.contentId} in ${file.bucketName}`,
    ].join('  '),
  )
  const text = linesOf(
    table(['bucket', 'all read (UTC)', 'this round'], rows),
    days === 0
      ? 'Nothing is read again by itself (CLOUDDISK_SCRUB_DAYS).'
      : `All is read again within ${counted(days, 'day')}.`,
    `${counted(damaged, 'object')} damaged, ${suspected} that ${suspected === 1 ? 'seems' : 'seem'} lost, ${mended} mended within 90 days.`,
    unverified > 0
      ? `${counted(unverified, 'object')} that came more than six hours ago and nobody has read yet: \`doctor\` names the files.`
      : '',
    ...found,
    damaged + suspected > 0 ? remedy('backups') : '',
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
  const read = `${objects} of ${counted(allObjects, 'object')}, ${formatSize(bytes)} of ${formatSize(allBytes)}`
  return endTime === null ? read : `over: ${counted(objects, 'object')}, ${formatSize(bytes)}`
}
