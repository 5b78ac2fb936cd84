import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { countStrays, scrub } from '../objects/scrub.ts'
import { withGround } from './ground.ts'
import { answer, faultLines, linesOf, setAsideLine } from './output.ts'
import { tellProgress } from './progress.ts'

export const scrubCommand = (): Command =>
  new Command('scrub')
    .description('read everything that is stored again and compare it with what came')
    .option('--json', 'answer as JSON')
    .action(async (_options, command: Command) => {
      const { objects, bytes, faults, setAside } = await withGround(async ({ db, stores }) => ({
        ...(await scrub(db.reader, stores, tellProgress())),
        setAside: await countStrays(stores),
      }))
      const summary = `${objects} objects, ${formatSize(bytes)}: ${faults.length === 0 ? 'all as they came.' : `${faults.length} faults.`}`
      const text = linesOf(faultLines(faults), summary, setAsideLine(setAside))
      answer(command, { objects, bytes, faults, setAside }, text)
      if (faults.length > 0) process.exitCode = 1
    })
