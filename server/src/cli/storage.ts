import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { list } from '../features/storage/buckets.ts'
import { printResult, table } from './output.ts'
import { withContext } from './runtime.ts'
import { bucketCommands } from './storage-buckets.ts'
import { checkCommand } from './storage-check.ts'
import { leftoversCommand, readDays } from './storage-leftovers.ts'
import { moveCommand, readRate, stopCommand } from './storage-move.ts'

export function storageCommand(): Command {
  const storage = new Command('storage')
    .description('manage where content is stored')
    .addCommand(
      new Command('check')
        .description('test a bucket, set up browser access, and report what is wrong')
        .argument('[bucket]', 'the server’s own bucket by default')
        .option('--json', 'print JSON')
        .option('--origin <origin>', 'origin of the web page; CLOUDDISK_PUBLIC_URL by default')
        .action(checkCommand),
    )
    .addCommand(
      new Command('list')
        .description('list buckets and what they hold')
        .option('--json', 'print JSON')
        .action(listCommand),
    )
    .addCommand(
      new Command('leftovers')
        .description('list what cleanup would remove: abandoned uploads, unused content, untracked files')
        .option('--days <n>', 'as of this many days from now', readDays, 0)
        .option('--json', 'print JSON')
        .action(leftoversCommand),
    )
    .addCommand(
      new Command('move')
        .description('move all content from one bucket to another, also while the server is running')
        .argument('<from>')
        .argument('<to>')
        .option('--rate <bytes>', 'limit in bytes per second, such as 50M', readRate)
        .option('--json', 'print JSON')
        .action(moveCommand),
    )
    .addCommand(
      new Command('stop')
        .description('stop the move; what has been moved stays moved')
        .option('--json', 'print JSON')
        .action(stopCommand),
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
