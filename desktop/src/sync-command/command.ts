import { systemPorts } from '@clouddisk/client/uploads/system'
import { Command } from 'commander'
import { systemLanguage } from '../system/language.ts'
import { runDaily } from './daily.ts'
import { CommandEnded, EXIT, type ExitCode } from './exit-codes.ts'
import { readOptions, type TypedOptions } from './options.ts'
import { reporter } from './output.ts'
import { runOnce } from './run-once.ts'
import { stateFolderOf } from './state-folder.ts'
import { readToken } from './token.ts'

/** `clouddisk sync`: sends a folder to the drive without a window, for servers and scripts. */

const HELP = `
The access token is read from CLOUDDISK_TOKEN or the token file.

Exit codes: 0 all done, 1 some files failed, 2 wrong usage, 3 sign-in refused, 4 server not reached,
5 no space, 6 another run is active, 130 interrupted.`

export function syncCommand(): Command {
  const collect = (value: string, all: readonly string[] = []) => [...all, value]
  return new Command('sync')
    .description('Send a folder to the drive: what is new or has changed; nothing is deleted there.')
    .requiredOption('--server <address>', 'address of the server')
    .requiredOption('--from <folder>', 'folder of this computer')
    .requiredOption('--to <path>', 'folder in the drive, such as /backup/mail; created if it is missing')
    .option('--group <name>', 'the path lies in this group instead of the personal files')
    .option('--daily <time>', 'stay, and run each day at HH:MM')
    .option('--ignore <pattern>', 'leave files out, as in .gitignore; may be repeated', collect)
    .option('--token-file <file>', 'file with the access token, readable by its owner alone')
    .option('--state <folder>', 'where it is kept what was sent')
    .option('--timeout <seconds>', 'end a run after so long without progress (default: 300)')
    .option('--dry-run', 'say what would be sent')
    .option('--json', 'print one JSON object a line on standard output')
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage))
    .action(async (typed: TypedOptions) => {
      process.exitCode = await run(typed)
    })
}

async function run(typed: TypedOptions): Promise<ExitCode> {
  const language = systemLanguage()
  const report = reporter(typed.json ?? false, language)
  const ending = new AbortController()
  // A terminal's signal arrives twice where npm passes it on too.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort())
  // Whatever reads the output has ended.
  process.stdout.on('error', () => ending.abort())
  try {
    const options = await readOptions(typed, language)
    const { daily, dryRun } = options
    const once = () => runOnce(options, report, ending.signal)
    if (daily === null || dryRun) return await once()
    // Options are checked now, not at the first scheduled run.
    await readToken(options)
    return await runDaily({
      time: daily,
      folder: stateFolderOf(options),
      clock: systemPorts.clock,
      run: once,
      report,
      signal: ending.signal,
    })
  } catch (error) {
    if (!(error instanceof CommandEnded)) throw error
    const { exitCode, code, message } = error
    report({ event: 'end', exitCode, code, message })
    return exitCode
  }
}
