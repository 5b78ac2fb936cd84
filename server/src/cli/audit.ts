import { counted } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { verifyAll } from '../features/audit/verify.ts'
import { withGround } from './ground.ts'
import { answer, linesOf } from './output.ts'

export const auditCommand = (): Command => {
  const audit = new Command('audit').description('the audit log')
  audit
    .command('verify')
    .description('check that no entry was changed, removed, added or cut off')
    .option('--json', 'answer as JSON')
    .action(async (_options, command: Command) => {
      const { checked, unchecked = 0, faults } = await withGround((ctx) => verifyAll(ctx))
      const lines = faults.map(({ kind, says }) => `${kind}: ${says}`)
      const verdict =
        faults.length === 0 ? 'all as they were written.' : `${counted(faults.length, 'fault')}.`
      answer(
        command,
        { checked, unchecked, faults },
        linesOf(
          ...lines,
          `${counted(checked, 'entry', 'entries')}: ${verdict}`,
          unchecked > 0
            ? `${counted(unchecked, 'entry', 'entries')} from before the instance key was replaced cannot be checked.`
            : '',
        ),
      )
      if (faults.length > 0) process.exitCode = 1
    })
  return audit
}
