import { counted } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { verifyAll } from '../features/audit/verify.ts'
import { withGround } from './ground.ts'
import { answer } from './output.ts'

export const auditCommand = (): Command => {
  const audit = new Command('audit').description('the audit log')
  audit
    .command('verify')
    .description('check that no entry was changed, removed, added or cut off')
    .option('--json', 'answer as JSON')
    .action(async (_options, command: Command) => {
      const { checked, faults } = await withGround((ctx) => verifyAll(ctx))
      const lines = faults.map(({ kind, says }) => `${kind}: ${says}`)
      const verdict =
        faults.length === 0 ? 'all as they were written.' : `${counted(faults.length, 'fault')}.`
      answer(
        command,
        { checked, faults },
        [...lines, `${counted(checked, 'entry', 'entries')}: ${verdict}`].join('\n'),
      )
      if (faults.length > 0) process.exitCode = 1
    })
  return audit
}
