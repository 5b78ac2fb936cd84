import { counted } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { verifyAll } from '../features/audit/verify.ts'
import { foundLine, joinLines, printResult } from './output.ts'
import { withContext } from './runtime.ts'

export const auditCommand = (): Command => {
  const audit = new Command('audit').description('check the audit log')
  audit
    .command('verify')
    .description('check that no entry was changed, added or removed')
    .action(async (_options, command: Command) => {
      const { checked, unchecked = 0, faults } = await withContext((ctx) => verifyAll(ctx))
      const lines = faults.map(({ kind, says }) => `${kind}: ${says}`)
      const verdict = foundLine(faults.length)
      printResult(
        command,
        { checked, unchecked, faults },
        joinLines(
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
