import { Command, CommanderError } from 'commander'
import { reportError } from './cli/output.ts'

/** Loaded on demand, as loading all modules would take most of a short command's time. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  user: async () => (await import('./cli/user.ts')).userCommand(),
  doctor: async () => (await import('./cli/doctor.ts')).doctorCommand(),
  scrub: async () => (await import('./cli/scrub.ts')).scrubCommand(),
  backup: async () => (await import('./cli/backup.ts')).backupCommand(),
  restore: async () => (await import('./cli/restore.ts')).restoreCommand(),
  storage: async () => (await import('./cli/storage.ts')).storageCommand(),
  key: async () => (await import('./cli/key.ts')).keyCommand(),
  encryption: async () => (await import('./cli/encryption.ts')).encryptionCommand(),
  access: async () => (await import('./cli/access.ts')).accessCommand(),
  audit: async () => (await import('./cli/audit.ts')).auditCommand(),
  job: async () => (await import('./cli/job.ts')).jobCommand(),
  config: async () => (await import('./cli/config.ts')).configCommand(),
}

/** The command that is called, or all for the help text. */
async function loadCommands(args: readonly string[]): Promise<Command[]> {
  const called = args.find((arg) => !arg.startsWith('-')) ?? ''
  const names = Object.hasOwn(COMMANDS, called) ? [called] : Object.keys(COMMANDS)
  return Promise.all(names.flatMap((name) => COMMANDS[name]?.() ?? []))
}

/** Adds --json to a command and its subcommands, except those that only group others. */
function withJsonOption(command: Command): Command {
  for (const subcommand of command.commands) withJsonOption(subcommand)
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0
  return isGroup ? command : command.option('--json', 'print JSON')
}

/** The administrator's command line (C section 4). Uses the server's environment, whether or not the server runs. */
async function main(args: readonly string[]): Promise<number> {
  const program = new Command('clouddisk')
    .description('Administer Clouddisk, whether or not the server is running.')
    .option('--json', 'print JSON')
    .exitOverride()
  for (const command of await loadCommands(args)) program.addCommand(withJsonOption(command))
  try {
    await program.parseAsync(args, { from: 'user' })
    return process.exitCode === undefined ? 0 : Number(process.exitCode)
  } catch (error) {
    // Commander has printed help or the usage error.
    if (error instanceof CommanderError) return error.exitCode
    return reportError(error, args.includes('--json'))
  }
}

process.exit(await main(process.argv.slice(2)))
