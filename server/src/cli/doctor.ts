import { Command } from 'commander'
import { examineFiles } from '../features/files/doctor.ts'
import { countStrays, examineObjects } from '../objects/scrub.ts'
import { withGround } from './ground.ts'
import { answer, faultLines, linesOf, setAsideLine } from './output.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('every row has its bytes, every byte its row, no circle, no orphan, quotas add up')
    .option('--json', 'answer as JSON')
    .action(async (_options, command: Command) => {
      const { faults, setAside } = await withGround(async ({ db, objects }) => ({
        faults: [...(await examineFiles(db.reader)), ...(await examineObjects(db.reader, objects))],
        setAside: await countStrays(objects),
      }))
      const verdict = faultLines(faults) || 'Everything is in order.'
      answer(command, { faults, setAside }, linesOf(verdict, setAsideLine(setAside)))
      if (faults.length > 0) process.exitCode = 1
    })
