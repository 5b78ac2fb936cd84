import { Command, CommanderError } from 'commander'
import { auditCommand } from './cli/audit.ts'
import { backupCommand } from './cli/backup.ts'
import { configCommand } from './cli/config.ts'
import { doctorCommand } from './cli/doctor.ts'
import { encryptionCommand } from './cli/encryption.ts'
import { jobCommand } from './cli/job.ts'
import { report } from './cli/output.ts'
import { restoreCommand } from './cli/restore.ts'
import { scrubCommand } from './cli/scrub.ts'
import { storageCommand } from './cli/storage.ts'
import { userCommand } from './cli/user.ts'

/** The administrator's command line (C section 4), against the server's own environment, whether it runs or not. */
async function main(args: readonly string[]): Promise<number> {
  const program = new Command('clouddisk')
    .description('Administers Clouddisk; works whether the server runs or not.')
    .option('--json', 'answer as JSON on standard output')
    .exitOverride()
    .addCommand(userCommand())
    .addCommand(doctorCommand())
    .addCommand(scrubCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(storageCommand())
    .addCommand(encryptionCommand())
    .addCommand(auditCommand())
    .addCommand(jobCommand())
    .addCommand(configCommand())
  try {
    await program.parseAsync(args, { from: 'user' })
    return process.exitCode === undefined ? 0 : Number(process.exitCode)
  } catch (error) {
    // Help that was asked for is no fault; a wrong call has been explained.
    if (error instanceof CommanderError) return error.exitCode
    return report(error, args.includes('--json'))
  }
}

process.exit(await main(process.argv.slice(2)))
