import { Command } from 'commander'
import { type Choice, maskedConfig, readConfig } from '../config/config.ts'
import { answer } from './output.ts'

export const configCommand = (): Command =>
  new Command('config')
    .description('show the settings in effect, with secrets masked')
    .option('--json', 'print JSON')
    .action((_options, command: Command) => {
      const config = readConfig(process.env, process.cwd())
      for (const name of config.unknownVariables)
        console.error(`${name} is not a Clouddisk setting. Check the spelling.`)
      const masked = maskedConfig(config)
      const lines = Object.entries(masked).map(([name, value]) => `${name}=${shown(value)}`)
      answer(command, masked, lines.join('\n'))
    })

/** As the variable is given. */
function shown(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.map(entryOf).join(', ') : String(value)
}

const entryOf = (entry: string | Choice): string =>
  typeof entry === 'string' ? entry : `${entry.id}=${entry['zh-CN']}|${entry['en-US']}`
