import { join } from 'node:path'
import { launchCommand } from './launch-command.ts'
import { dataHome, desktopEntry } from './linux/desktop-entry.ts'
import { runProgram } from './run.ts'
import { replaceFile } from './write-file.ts'

/**
 * Makes this client the program of clouddisk:// addresses for the person. On macOS the application bundle says so
 * itself (CFBundleURLTypes).
 * @throws where the system refuses.
 */
export async function registerScheme(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  command: readonly string[] = launchCommand(),
): Promise<void> {
  if (platform === 'linux') await onLinux(env, command)
  else if (platform === 'win32') await onWindows(command)
}

const FILE = 'clouddisk.desktop'

async function onLinux(env: NodeJS.ProcessEnv, command: readonly string[]): Promise<void> {
  const folder = join(dataHome(env), 'applications')
  const lines = ['Categories=Network;FileTransfer;', 'MimeType=x-scheme-handler/clouddisk;']
  await replaceFile(join(folder, FILE), desktopEntry({ command, more: '%u', lines }))
  // Where it is not installed, xdg-mime below is enough for most desktops.
  await runProgram('update-desktop-database', [folder])
  const ended = await runProgram('xdg-mime', ['default', FILE, 'x-scheme-handler/clouddisk'])
  if (ended?.code !== 0) throw new Error('xdg-mime could not register clouddisk://; install xdg-utils')
}

const KEY = 'HKCU\\Software\\Classes\\clouddisk'

async function onWindows(command: readonly string[]): Promise<void> {
  // Windows puts the address in as it is: after a quotation mark in it more arguments would begin, but no options.
  const open = [...command.map((one) => `"${one}"`), '--', '"%1"'].join(' ')
  for (const args of [
    [KEY, '/ve', '/d', 'URL:Clouddisk'],
    [KEY, '/v', 'URL Protocol', '/d', ''],
    [`${KEY}\\shell\\open\\command`, '/ve', '/d', open],
  ]) {
    const ended = await runProgram('reg.exe', ['add', ...args, '/f'])
    if (ended?.code !== 0) throw new Error('the registry refused clouddisk://')
  }
}
