import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { pino } from 'pino'
import { formatLostObject } from '../backup/lost-objects.ts'
import { type RestoreResult, restoreBackup } from '../backup/restore.ts'
import { DisposableStack } from '../boot.ts'
import { readConfig } from '../config/config.ts'
import { examine } from './doctor.ts'
import { faultLines, joinLines, printResult, progressReporter } from './output.ts'
import { closeOnSignals } from './runtime.ts'

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('restore a backup into an empty CLOUDDISK_DATA, database and bucket, and check it')
    .argument('<place>', 'where the backups are: a folder, or s3://bucket/prefix')
    .option('--generation <name>', 'which backup; the latest by default')
    .option('--without-damaged', 'restore the rest if some content is damaged or missing in the backup')
    .action(async (place: string, { generation, withoutDamaged }: Options, command: Command) => {
      const config = readConfig(process.env, process.cwd())
      const log = pino({ level: 'warn' }, pino.destination(2))
      const cleanup = new DisposableStack()
      closeOnSignals(cleanup)
      try {
        const onProgress = progressReporter()
        const { restored, ctx } = await restoreBackup(place, {
          config,
          log,
          cleanup,
          generation,
          skipCorrupted: withoutDamaged,
          onProgress,
        })
        const { faults } = await examine(ctx)
        const { objects, bytes, rows, damaged, missing } = restored
        const summary = `Restored ${restored.generation}: ${counted(rows, 'row')}, ${counted(objects, 'object')} (${formatSize(bytes)}).`
        const { appliedMigrations: newer } = restored
        const upgraded = newer.length === 0 ? '' : `Upgraded the database: ${newer.join(', ')}.`
        const verdict = faultLines(faults) || 'No problems found. Everyone has to sign in again.'
        printResult(
          command,
          { ...restored, faults },
          joinLines(summary, upgraded, ...missingLines(restored), verdict),
        )
        if (faults.length + damaged.length + missing.length > 0) process.exitCode = 1
      } finally {
        await cleanup.close()
      }
    })

interface Options {
  readonly generation?: string
  readonly withoutDamaged?: boolean
}

function missingLines({ damaged, missing }: RestoreResult): string[] {
  const lines: string[] = []
  if (damaged.length > 0)
    lines.push(
      `Not restored, damaged or missing in the backup: ${counted(damaged.length, 'object')}.`,
      ...damaged.map(formatLostObject),
    )
  if (missing.length > 0)
    lines.push(
      `Not restored, could not be backed up: ${counted(missing.length, 'object')}.`,
      ...missing.map(({ says, ...lost }) => formatLostObject({ ...lost, says: `${says} in storage` })),
    )
  if (lines.length > 0)
    lines.push(
      'These files are shown as damaged. `scrub --status` lists them; `scrub --repair-from` repairs them from another backup.',
    )
  return lines
}
