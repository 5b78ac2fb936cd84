import { access, unlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { launchCommand } from './launch-command.ts'
import { configHome, desktopEntry } from './linux/desktop-entry.ts'
import { runProgram } from './run.ts'
import { replaceFile } from './write-file.ts'

/** Starts the client, without a window, when the person signs in to the computer. */
export interface Autostart {
  isOn(): Promise<boolean>
  set(on: boolean): Promise<void>
}

const FLAG = '--background'

export function systemAutostart(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  command: readonly string[] = launchCommand(),
): Autostart {
  if (platform === 'win32') return runKey(command)
  if (platform === 'darwin')
    return byFile(join(homedir(), 'Library', 'LaunchAgents', 'clouddisk.plist'), launchAgent(command))
  const path = join(configHome(env), 'autostart', 'clouddisk.desktop')
  return byFile(path, desktopEntry({ command, more: FLAG }))
}

const byFile = (path: string, content: string): Autostart => ({
  isOn: () =>
    access(path).then(
      () => true,
      () => false,
    ),
  set: async (on) => {
    if (on) return replaceFile(path, content)
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  },
})

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const launchAgent = (command: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    '<key>Label</key><string>clouddisk</string>',
    '<key>RunAtLoad</key><true/>',
    '<key>ProgramArguments</key><array>',
    ...[...command, FLAG].map((one) => `<string>${escapeXml(one)}</string>`),
    '</array></dict></plist>',
    '',
  ].join('\n')

const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'

const runKey = (command: readonly string[]): Autostart => ({
  isOn: async () => (await runProgram('reg.exe', ['query', RUN, '/v', 'Clouddisk']))?.code === 0,
  set: async (on) => {
    const value = [...command.map((one) => `"${one}"`), FLAG].join(' ')
    const args = on
      ? ['add', RUN, '/v', 'Clouddisk', '/d', value, '/f']
      : ['delete', RUN, '/v', 'Clouddisk', '/f']
    const ended = await runProgram('reg.exe', args)
    if (on && ended?.code !== 0) throw new Error('the registry refused the change')
  },
})
