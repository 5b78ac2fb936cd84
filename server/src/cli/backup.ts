import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { makeBackup } from '../backup/backup.ts'
import { formatLostObject } from '../backup/lost-objects.ts'
import { verifyBackup } from '../backup/verify.ts'
import { readConfig } from '../config/config.ts'
import { integer } from '../config/parse.ts'
import { foundLine, joinLines, optionParser, printResult, progressReporter } from './output.ts'
import { withContext } from './runtime.ts'

export const backupCommand = (): Command =>
  new Command('backup')
    .description(
      'back up everything to a folder or bucket, also while the server is running; only new content is copied',
    )
    .argument(
      '<place>',
      'a dedicated folder on another disk, or s3://bucket/prefix (needs CLOUDDISK_BACKUP_S3_…)',
    )
    .option('--keep <number>', 'number of backups to keep; older ones are removed', readKeep)
    .action(make)
    .addCommand(
      new Command('verify')
        .description('read backups and report what is damaged or missing')
        .argument('<place>', 'a folder, or s3://bucket/prefix')
        .action(verify),
    )

const readKeep = optionParser(integer(1, 999_999_999), 'Give a whole number of at least 1.')

async function make(place: string, { keep }: { keep?: number }, command: Command): Promise<void> {
  const report = progressReporter()
  const { backup, dataDir } = await withContext(async (ctx) => ({
    backup: await makeBackup(ctx, place, {
      keep,
      onProgress: ({ objects, copiedBytes }, all) => report({ objects, bytes: copiedBytes }, all),
    }),
    dataDir: ctx.config.dataDir,
  }))
  const { generation, objects, bytes, copied, copiedBytes, rows, missing, removed, keptOlder } = backup
  const summary = `Backup ${generation} of ${dataDir}: ${counted(rows, 'row')}, ${counted(objects, 'object')} (${formatSize(bytes)}), ${copied} of them new (${formatSize(copiedBytes)}).`
  const gone = removed.length === 0 ? '' : `Removed old backups: ${removed.join(', ')}.`
  const older =
    keptOlder.length === 0 ? '' : `Kept, as they hold content that this one lacks: ${keptOlder.join(', ')}.`
  const faults = missing.map(({ says, ...lost }) => formatLostObject({ ...lost, says: `${says} in storage` }))
  const lost = missing.length === 0 ? '' : `Not in the backup: ${counted(missing.length, 'object')}.`
  printResult(command, backup, joinLines(summary, gone, older, lost, ...faults))
  if (missing.length > 0) process.exitCode = 1
}

async function verify(place: string, _options: unknown, command: Command): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const verified = await verifyBackup(place, config, progressReporter())
  const { generations, unfinished, objects, bytes, faults } = verified
  const verdict = foundLine(faults.length)
  const summary = `${counted(generations.length, 'backup')}, ${counted(objects, 'object')}, ${formatSize(bytes)}: ${verdict}`
  const cut = unfinished.length === 0 ? '' : `Unfinished and not usable: ${unfinished.join(', ')}.`
  printResult(
    command,
    verified,
    joinLines(...faults.map(({ what, says }) => `${what} ${says}`), summary, cut),
  )
  if (faults.length > 0) process.exitCode = 1
}
