import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { counted, formatSize } from '@clouddisk/contract/format'
import { Command, Option } from 'commander'
import { repairFromBackup, requireBackup } from '../backup/repair-source.ts'
import { filePath } from '../content/file-path.ts'
import { scrubAll } from '../content/scrub-all.ts'
import { scrubStatus } from '../features/storage/scrub-status.ts'
import { countUntracked } from '../objects/scrub.ts'
import {
  faultLine,
  foundLine,
  isOfContent,
  joinLines,
  NO_FILE,
  printResult,
  progressReporter,
  quarantinedLine,
  table,
} from './output.ts'
import { withContext } from './runtime.ts'

export const scrubCommand = (): Command =>
  new Command('scrub')
    .description('read all stored content, compare it with its checksums, and block access to what differs')
    .option('--status', 'show when the server last read each bucket, and what it found')
    .option(
      '--repair-from <place>',
      'repair damaged or missing content from backups: a folder, or s3://bucket/prefix',
    )
    .addOption(new Option('--heal-from <place>', 'the old name of --repair-from').hideHelp())
    .action(({ status, healFrom, repairFrom = healFrom }: Options, command: Command) => {
      if (healFrom !== undefined) console.error('--heal-from is deprecated; use --repair-from')
      return status ? printStatus(command) : scrubNow(command, repairFrom)
    })

interface Options {
  readonly status?: boolean
  readonly repairFrom?: string
  readonly healFrom?: string
}

async function scrubNow(command: Command, repairFrom: string | undefined): Promise<void> {
  const { objects, bytes, found, repaired, fromBackup, setAside } = await withContext(async (context) => {
    // The result below contains what it would log.
    const ctx = { ...context, log: context.log.child({}, { level: 'silent' }) }
    if (repairFrom !== undefined) await requireBackup(repairFrom, ctx)
    const { faults, repaired, ...read } = await scrubAll(ctx, progressReporter())
    const fromBackup =
      repairFrom === undefined ? undefined : await repairFromBackup(repairFrom, ctx, { explain: true })
    return {
      ...read,
      found: faults,
      repaired,
      fromBackup,
      setAside: await countUntracked(ctx.stores),
    }
  })
  const faults = found
    .filter(({ id }) => !repaired.has(id) && !fromBackup?.repaired.has(id))
    .map((fault) => ({ ...fault, notRepaired: fromBackup?.left.get(fault.id) }))
  const verdict = foundLine(found.length)
  printResult(
    command,
    {
      objects,
      bytes,
      faults,
      setAside,
      ...((fromBackup || repaired.size > 0) && { repaired: [...repaired, ...(fromBackup?.repaired ?? [])] }),
    },
    joinLines(
      ...faults.map((fault) => `${faultLine(fault)}${fault.notRepaired ? `; ${fault.notRepaired}` : ''}`),
      `${counted(objects, 'object')}, ${formatSize(bytes)}: ${verdict}`,
      repaired.size > 0
        ? `Repaired from identical content, or intact when read again: ${repaired.size}.`
        : '',
      fromBackup ? `Repaired from ${repairFrom}: ${fromBackup.repaired.size}.` : '',
      faults.some(({ check }) => isOfContent(check)) ? remedy(fromBackup ? 'other backups' : 'backups') : '',
      quarantinedLine(setAside),
    ),
  )
  if (faults.length > 0) process.exitCode = 1
}

const remedy = (backups: string): string =>
  [
    'Damaged content can’t be opened; missing content counts as damaged after six hours. To repair it, upload the file again',
    `under any name, put the object back, or run \`scrub --repair-from PLACE\` with ${backups}. \`scrub --status\` lists it.`,
  ].join(' ')

async function printStatus(command: Command): Promise<void> {
  const reading = await withContext(scrubStatus)
  const { days, buckets, damaged, suspected, repaired, unverified, files } = reading
  const rows = buckets.map((bucket) => [bucket.bucketName, bucket.wholeTime ?? 'never', progressOf(bucket)])
  const found = files.map((file) =>
    [
      file.damageTime ? 'damaged' : 'suspected',
      file.wrong,
      file.instanceId ? filePath(file) : NO_FILE,
      `content ${file.contentId} in ${file.bucketName}`,
    ].join('  '),
  )
  const text = joinLines(
    table(['bucket', 'last full read (UTC)', 'current round'], rows),
    days === 0
      ? 'Scheduled reading is off (CLOUDDISK_SCRUB_DAYS).'
      : `All content is read again within ${counted(days, 'day')}.`,
    `${counted(damaged, 'object')} damaged, ${suspected} possibly damaged or missing, ${repaired} repaired in the last 90 days.`,
    unverified > 0
      ? `Not verified within six hours of upload: ${counted(unverified, 'object')}. \`doctor\` lists the files.`
      : '',
    ...found,
    damaged + suspected > 0 ? remedy('backups') : '',
  )
  printResult(command, reading, text)
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
  if (beginTime === null) return 'not started'
  const read = `${objects} of ${counted(allObjects, 'object')}, ${formatSize(bytes)} of ${formatSize(allBytes)}`
  return endTime === null ? read : `finished: ${counted(objects, 'object')}, ${formatSize(bytes)}`
}
