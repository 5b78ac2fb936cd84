import { Command } from 'commander'
import { tryAll } from '../features/ip-rules/ip-rules.ts'
import { printResult } from './output.ts'
import { withContext } from './runtime.ts'

/** The way back in where IP rules refuse every administrator. */
export const accessCommand = (): Command =>
  new Command('access').description('IP rules, for administrators who are locked out').addCommand(
    new Command('off')
      .description('set all active IP rules to try mode: they log and refuse nobody')
      .action(async (_options, command: Command) => {
        const rules = await withContext(tryAll)
        const text =
          rules === 0
            ? 'No IP rule was active.'
            : `Set ${rules} IP ${rules === 1 ? 'rule' : 'rules'} to try mode.`
        printResult(command, { rules }, text)
      }),
  )
