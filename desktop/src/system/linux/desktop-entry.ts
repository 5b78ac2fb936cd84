import { homedir } from 'node:os'
import { join } from 'node:path'

/** Files by which desktops on Linux know programs (Desktop Entry Specification, XDG Base Directories). */

export const configHome = (env: NodeJS.ProcessEnv): string =>
  env.XDG_CONFIG_HOME || join(homedir(), '.config')
export const dataHome = (env: NodeJS.ProcessEnv): string =>
  env.XDG_DATA_HOME || join(homedir(), '.local', 'share')

/** One argument of `Exec`: in quotes, with what is special there escaped, then escaped as a string value. */
const quote = (argument: string): string =>
  `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\')

export interface DesktopEntry {
  readonly command: readonly string[]
  /** After the command; field codes such as %u as they are. */
  readonly more: string
  readonly lines?: readonly string[]
}

export const desktopEntry = ({ command, more, lines = [] }: DesktopEntry): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Clouddisk',
    'Name[zh_CN]=企业云盘',
    'Icon=clouddisk',
    `Exec=${[...command.map(quote), more].join(' ')}`,
    'Terminal=false',
    ...lines,
    '',
  ].join('\n')
