import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { pino } from 'pino'
import { restoreBackup } from '../backup/restore.ts'
import { Closers } from '../boot.ts'
import { readConfig } from '../config/config.ts'
import { examine } from './doctor.ts'
import { closeOnSignals } from './ground.ts'
import { answer, faultLines, linesOf } from './output.ts'
import { tellProgress } from './progress.ts'

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('bring a backup back into an empty CLOUDDISK_DATA, database and bucket, and look it over')
    .argument('<place>', 'where backups lie: a folder, or s3://bucket/prefix')
    .option('--generation <name>', 'which one; the latest unless said')
    .option('--json', 'answer as JSON')
    .action(async (place: string, { generation }: { generation?: string }, command: Command) => {
      const config = readConfig(process.env, process.cwd())
      const log = pino({ level: 'warn' }, pino.destination(2))
      const closers = new Closers()
      closeOnSignals(closers)
      try {
        const onProgress = tellProgress()
        const { restored, ctx } = await restoreBackup(place, {
          config,
          log,
          closers,
          generation,
          onProgress,
        })
        const { faults } = await examine(ctx)
        const { objects, bytes, rows } = restored
        const summary = `Restored ${restored.generation}: ${rows} rows, ${objects} objects (${formatSize(bytes)}).`
        const newer = restored.broughtForward
        const forward = newer.length === 0 ? '' : `Brought the database forward: ${newer.join(', ')}.`
        const verdict = faultLines(faults) || 'Everything is in order; people have to sign in again.'
        answer(command, { ...restored, faults }, linesOf(summary, forward, verdict))
        if (faults.length > 0) process.exitCode = 1
      } finally {
        await closers.close()
      }
    })
