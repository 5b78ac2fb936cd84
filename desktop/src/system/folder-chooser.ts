import { homedir } from 'node:os'
import type { Language } from '@clouddisk/contract/errors'
import { chooserDialogs, type Dialog, NoDialog, showDialog } from './dialog.ts'

/** Asks the person for a folder in a dialog of the system. */

const TITLE: Readonly<Record<Language, string>> = { 'zh-CN': '选择文件夹', 'en-US': 'Choose a folder' }

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

const dialogs = (title: string, startAt: string): readonly Dialog[] =>
  chooserDialogs(title, startAt, {
    powershell: POWERSHELL,
    applescript: APPLESCRIPT,
    zenity: [...['--file-selection', '--directory', '--title', title, '--filename', `${startAt}/`]],
    kdialog: ['--title', title, '--getexistingdirectory', startAt],
  })

/** @returns null if the person cancels. */
export async function chooseFolder(language: Language, startAt = homedir()): Promise<string | null> {
  const title = TITLE[language]
  try {
    const env = { CLOUDDISK_TITLE: title, CLOUDDISK_START: startAt }
    return (await showDialog(dialogs(title, startAt), env)) || null
  } catch (error) {
    throw error instanceof NoDialog ? new Error(noDialogText(language)) : error
  }
}

export const noDialogText = (language: Language): string =>
  language === 'zh-CN'
    ? '无法打开文件夹选择窗口。请安装 zenity 或 kdialog。'
    : 'No folder dialog is available. Install zenity or kdialog.'
