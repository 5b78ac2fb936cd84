import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { pino } from 'pino'
import { lostLine } from '../backup/lost.ts'
import { type Restored, restoreBackup } from '../backup/restore.ts'
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
    .option('--without-damaged', 'bring back all the rest where some of it is damaged or missing there')
    .option('--json', 'answer as JSON')
    .action(async (place: string, { generation, withoutDamaged }: Options, command: Command) => {
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
          withoutDamaged,
          onProgress,
        })
        const { faults } = await examine(ctx)
        const { objects, bytes, rows, damaged, missing } = restored
        const summary = `Restored ${restored.generation}: ${counted(rows, 'row')}, ${counted(objects, 'object')} (${formatSize(bytes)}).`
        const newer = restored.broughtForward
        const forward = newer.length === 0 ? '' : `Brought the database forward: ${newer.join(', ')}.`
        const verdict = faultLines(faults) || 'Everything is in order; people have to sign in again.'
        answer(command, { ...restored, faults }, linesOf(summary, forward, ...notThere(restored), verdict))
        if (faults.length + damaged.length + missing.length > 0) process.exitCode = 1
      } finally {
        await closers.close()
      }
    })

interface Options {
  readonly generation?: string
  readonly withoutDamaged?: boolean
}

/** What people will ask for. */
function notThere({ damaged, missing }: Restored): string[] {
  const lines: string[] = []
  if (damaged.length > 0)
    lines.push(
      `Not restored, since the backup has it no more: ${counted(damaged.length, 'object')}.`,
      ...damaged.map(lostLine),
    )
  if (missing.length > 0)
    lines.push(
      `Not restored, since the backup never had it: ${counted(missing.length, 'object')}.`,
      ...missing.map(({ says, ...lost }) => lostLine({ ...lost, says: `${says} where it lay` })),
    )
  if (lines.length > 0)
    lines.push(
      'Whoever opens such a file is told that it is damaged; `scrub --status` lists them, `scrub --heal-from` mends them from another backup.',
    )
  return lines
}
