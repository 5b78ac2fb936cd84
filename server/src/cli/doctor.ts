import { Command } from 'commander'
import type { Context } from '../context.ts'
import { verifyAll } from '../features/audit/verify.ts'
import { examineFiles, type Fault } from '../features/files/doctor.ts'
import { countStrays, examineObjects, type SetAside } from '../objects/scrub.ts'
import { warningsOf } from '../warnings.ts'
import { withGround } from './ground.ts'
import { answer, faultLines, linesOf, setAsideLine } from './output.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'every row has its bytes, every byte its row, no circle, no orphan, quotas add up, the audit log is whole',
    )
    .option('--json', 'answer as JSON')
    .action(async (_options, command: Command) => {
      const { faults, setAside, warnings } = await withGround(async (ctx) => ({
        ...(await examine(ctx)),
        warnings: await warningsOf(ctx),
      }))
      const verdict = faultLines(faults) || 'Everything is in order.'
      answer(command, { faults, warnings, setAside }, linesOf(verdict, ...warnings, setAsideLine(setAside)))
      if (faults.length > 0) process.exitCode = 1
    })

/** All that can be found without reading the stored bytes. */
export const examine = async (ctx: Context): Promise<{ faults: Fault[]; setAside: SetAside }> => ({
  faults: [
    ...(await examineFiles(ctx.db.reader)),
    ...(await examineObjects(ctx.db.reader, ctx.stores)),
    ...(await examineLog(ctx)),
  ],
  setAside: await countStrays(ctx.stores),
})

const examineLog = async (ctx: Context): Promise<Fault[]> =>
  (await verifyAll(ctx)).faults.map(({ seq, says }) => ({
    check: 'the audit log is as it was written',
    id: String(seq),
    says,
  }))
