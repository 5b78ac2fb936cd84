import { Command } from 'commander'
import { type Choice, readConfig } from '../config/config.ts'
import { environmentWarnings } from '../config/deprecated.ts'
import { maskedConfig } from '../config/masked.ts'
import { printResult } from './output.ts'

export const configCommand = (): Command =>
  new Command('config')
    .description('show the settings in effect, with secrets masked')
    .action((_options, command: Command) => {
      const config = readConfig(process.env, process.cwd())
      for (const warning of environmentWarnings(config)) console.error(warning)
      const masked = maskedConfig(config)
      const lines = Object.entries(masked).map(([name, value]) => `${name}=${shown(value)}`)
      printResult(command, masked, lines.join('\n'))
    })

/** In the notation of the variable. */
function shown(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.map(entryOf).join(', ') : String(value)
}

const entryOf = (entry: string | Choice): string =>
  typeof entry === 'string' ? entry : `${entry.id}=${entry['zh-CN']}|${entry['en-US']}`
