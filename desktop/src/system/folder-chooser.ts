import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { promisify } from 'node:util'
import type { Language } from '@clouddisk/contract/errors'

/** Asks the person for a folder in a dialog of the system. */

const run = promisify(execFile)

const TITLE: Readonly<Record<Language, string>> = { 'zh-CN': '选择文件夹', 'en-US': 'Choose a folder' }

interface Dialog {
  readonly command: string
  args(title: string, startAt: string): string[]
}

const POWERSHELL = [
  'Add-Type -AssemblyName System.Windows.Forms',
  '$d = New-Object System.Windows.Forms.FolderBrowserDialog',
  '$d.Description = $env:CLOUDDISK_TITLE; $d.SelectedPath = $env:CLOUDDISK_START',
  '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8',
  "if ($d.ShowDialog() -eq 'OK') { [Console]::Out.Write($d.SelectedPath) }",
].join('; ')

const APPLESCRIPT = [
  'on run argv',
  'POSIX path of (choose folder with prompt (item 1 of argv) default location POSIX file (item 2 of argv))',
  'end run',
]

const DIALOGS: Partial<Record<NodeJS.Platform, readonly Dialog[]>> = {
  linux: [
    {
      command: 'zenity',
      args: (title, startAt) => [
        ...['--file-selection', '--directory', '--title', title],
        ...['--filename', `${startAt}/`],
      ],
    },
    { command: 'kdialog', args: (title, startAt) => ['--title', title, '--getexistingdirectory', startAt] },
  ],
  win32: [
    {
      command: 'powershell.exe',
      args: () => ['-NoProfile', '-STA', '-NonInteractive', '-Command', POWERSHELL],
    },
  ],
  darwin: [
    {
      command: 'osascript',
      args: (title, startAt) => [...APPLESCRIPT.flatMap((line) => ['-e', line]), title, startAt],
    },
  ],
}

/** @returns null if the person cancels. */
export async function chooseFolder(language: Language, startAt = homedir()): Promise<string | null> {
  const title = TITLE[language]
  const env = { ...process.env, CLOUDDISK_TITLE: title, CLOUDDISK_START: startAt }
  for (const { command, args } of DIALOGS[process.platform] ?? []) {
    try {
      const { stdout } = await run(command, args(title, startAt), { env })
      return stdout.replace(/[\r\n]+$/, '') || null
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The next kind of dialog, where this one is not installed; otherwise the person cancelled.
      if (code !== 'ENOENT') return null
    }
  }
  throw new Error(
    language === 'zh-CN'
      ? '无法打开文件夹选择窗口。请安装 zenity 或 kdialog。'
      : 'No folder dialog is available. Install zenity or kdialog.',
  )
}
