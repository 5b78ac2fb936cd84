import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { list } from '../features/storage/buckets.ts'
import { withGround } from './ground.ts'
import { answer, table } from './output.ts'
import { bucketCommands } from './storage-buckets.ts'
import { checkCommand } from './storage-check.ts'
import { leftoversCommand, readDays } from './storage-leftovers.ts'
import { moveCommand, readRate, stopCommand } from './storage-move.ts'

export function storageCommand(): Command {
  const storage = new Command('storage')
    .description('where content lies')
    .addCommand(
      new Command('check')
        .description('try what is needed of a bucket, let pages talk to it, and say what is wrong')
        .argument('[bucket]', 'the environment’s unless said')
        .option('--json', 'answer as JSON')
        .option('--origin <origin>', 'where pages come from; CLOUDDISK_PUBLIC_URL unless said')
        .action(checkCommand),
    )
    .addCommand(
      new Command('list')
        .description('buckets, and what they hold')
        .option('--json', 'answer as JSON')
        .action(listCommand),
    )
    .addCommand(
      new Command('leftovers')
        .description('what the jobs would remove: uploads nobody finished, content and bytes nobody names')
        .option('--days <n>', 'as it will be in so many days', readDays, 0)
        .option('--json', 'answer as JSON')
        .action(leftoversCommand),
    )
    .addCommand(
      new Command('move')
        .description('move all content from one bucket to another while people work')
        .argument('<from>')
        .argument('<to>')
        .option('--rate <bytes>', 'at most so many bytes a second, such as 50M', readRate)
        .option('--json', 'answer as JSON')
        .action(moveCommand),
    )
    .addCommand(
      new Command('stop')
        .description('stop moving; what has been moved stays moved')
        .option('--json', 'answer as JSON')
        .action(stopCommand),
    )
  for (const command of bucketCommands()) storage.addCommand(command)
  return storage
}

async function listCommand(_options: unknown, command: Command): Promise<void> {
  const buckets = await withGround((ctx) => list(ctx))
  answer(
    command,
    buckets,
    table(
      ['bucket', 'driver', 'from', 'state', 'objects', 'bytes', 'capacity', 'homes', ''],
      buckets.map((bucket) => [
        bucket.bucketName,
        bucket.driver,
        bucket.source,
        bucket.answers === false ? 'away' : bucket.state,
        String(bucket.objects),
        formatSize(bucket.used),
        bucket.capacity === null ? '' : formatSize(bucket.capacity),
        String(bucket.homes),
        [bucket.isDefault ? 'what comes goes here' : '', encryptionOf(bucket)].filter(Boolean).join(', '),
      ]),
    ),
  )
}

const ENCRYPTED = { clouddisk: 'what comes is encrypted', store: 'the store encrypts what comes' }

const encryptionOf = ({ encryptedBy }: AdminBucket): string => (encryptedBy ? ENCRYPTED[encryptedBy] : '')
