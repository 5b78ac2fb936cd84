import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { counted, formatSize } from '@clouddisk/contract/format'
import { DAY } from '@clouddisk/contract/time'
import { Command } from 'commander'
import { integer } from '../config/parse.ts'
import { list } from '../features/storage/buckets.ts'
import { GARBAGE_KINDS, type GarbageItem, gcPreview } from '../features/storage/gc-preview.ts'
import { joinLines, optionParser, printResult, table } from './output.ts'
import { withContext } from './runtime.ts'
import { bucketCommands } from './storage-buckets.ts'
import { checkCommand } from './storage-check.ts'
import { moveCommand, readRate, stopCommand } from './storage-move.ts'

const readDays = optionParser(integer(0, 3650), 'expected a number of days.')

export function storageCommand(): Command {
  const storage = new Command('storage')
    .description('manage where content is stored')
    .addCommand(
      new Command('check')
        .description('test a bucket, set up browser access, and report what is wrong')
        .argument('[bucket]', 'the server’s own bucket by default')
        .option('--origin <origin>', 'origin of the web page; CLOUDDISK_PUBLIC_URL by default')
        .action(checkCommand),
    )
    .addCommand(new Command('list').description('list buckets and what they hold').action(listCommand))
    .addCommand(
      new Command('leftovers')
        .description('list what cleanup would remove: abandoned uploads, unused content, untracked files')
        .option('--days <n>', 'as of this many days from now', readDays, 0)
        .action(leftoversCommand),
    )
    .addCommand(
      new Command('move')
        .description('move all content from one bucket to another, also while the server is running')
        .argument('<from>')
        .argument('<to>')
        .option('--rate <bytes>', 'limit in bytes per second, such as 50M', readRate)
        .action(moveCommand),
    )
    .addCommand(
      new Command('stop').description('stop the move; what has been moved stays moved').action(stopCommand),
    )
  for (const command of bucketCommands()) storage.addCommand(command)
  return storage
}

async function listCommand(_options: unknown, command: Command): Promise<void> {
  const buckets = await withContext((ctx) => list(ctx))
  printResult(
    command,
    buckets,
    table(
      ['bucket', 'driver', 'from', 'state', 'objects', 'size', 'capacity', 'homes', ''],
      buckets.map((bucket) => [
        bucket.bucketName,
        bucket.driver,
        bucket.source,
        bucket.answers === false ? 'unreachable' : bucket.state,
        String(bucket.objects),
        formatSize(bucket.used),
        bucket.capacity === null ? '' : formatSize(bucket.capacity),
        String(bucket.homes),
        [bucket.isDefault ? 'default' : '', encryptionOf(bucket)].filter(Boolean).join(', '),
      ]),
    ),
  )
}

const ENCRYPTED = { clouddisk: 'new content is encrypted', store: 'the store encrypts new content' }

const encryptionOf = ({ encryptedBy }: AdminBucket): string => (encryptedBy ? ENCRYPTED[encryptedBy] : '')

/** Lists what garbage collection would delete; deletes nothing. */
async function leftoversCommand({ days }: { days: number }, command: Command): Promise<void> {
  const at = new Date(Date.now() + days * DAY)
  const preview = await withContext((ctx) => gcPreview({ ...ctx, now: () => at }))
  const { objects, sessions, contentWithoutBytes, unavailable } = preview
  const age = ({ since }: Pick<GarbageItem, 'since'>) =>
    counted(Math.floor((at.getTime() - since.getTime()) / DAY), 'day')
  const header = days > 0 ? 'unused by then for' : 'unused for'
  const text = joinLines(
    objects.length === 0
      ? ''
      : table(
          ['kind', 'bucket', 'key', 'size', header],
          objects.map((one) => [one.kind, one.bucket, one.key, formatSize(one.bytes), age(one)]),
        ),
    ...GARBAGE_KINDS.map((kind) => sumOf(kind, objects)),
    sessions.count > 0 ? `sessions: ${sessions.count} expired` : '',
    ...contentWithoutBytes.map(
      ({ id, bucket, says }) => `content ${id} in ${bucket} ${says}; no job removes it, see \`doctor\``,
    ),
    ...unavailable.map((bucket) => `bucket ${bucket} does not answer; skipped`),
  )
  printResult(command, preview, text || 'Nothing would be removed.')
}

function sumOf(kind: GarbageItem['kind'], objects: readonly GarbageItem[]): string {
  const ofKind = objects.filter((one) => one.kind === kind)
  const bytes = ofKind.reduce((sum, one) => sum + one.bytes, 0)
  return ofKind.length === 0 ? '' : `${kind}: ${ofKind.length}, ${formatSize(bytes)}`
}
