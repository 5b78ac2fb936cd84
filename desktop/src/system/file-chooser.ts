import { homedir } from 'node:os'
import type { Language } from '@clouddisk/contract/errors'
import { chooserDialogs, type Dialog, NoDialog, showDialog } from './dialog.ts'
import { noDialogText } from './folder-chooser.ts'

/** Asks the person for files in a dialog of the system. */

const TITLE: Readonly<Record<Language, string>> = {
  'zh-CN': '选择要上传的文件',
  'en-US': 'Choose files to upload',
}

const POWERSHELL = [
  'Add-Type -AssemblyName System.Windows.Forms',
  '$d = New-Object System.Windows.Forms.OpenFileDialog',
  '$d.Title = $env:CLOUDDISK_TITLE; $d.InitialDirectory = $env:CLOUDDISK_START; $d.Multiselect = $true',
  '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8',
  "if ($d.ShowDialog() -eq 'OK') { [Console]::Out.Write($d.FileNames -join [char]10) }",
].join('; ')

const APPLESCRIPT = [
  'on run argv',
  'set chosen to choose file with prompt (item 1 of argv) default location POSIX file (item 2 of argv) with multiple selections allowed',
  'set paths to ""',
  'repeat with one in chosen',
  'set paths to paths & POSIX path of one & linefeed',
  'end repeat',
  'paths',
  'end run',
]

const dialogs = (title: string, startAt: string): readonly Dialog[] =>
  chooserDialogs(title, startAt, {
    powershell: POWERSHELL,
    applescript: APPLESCRIPT,
    zenity: [
      ...['--file-selection', '--multiple', '--separator', '\n', '--title', title],
      ...['--filename', `${startAt}/`],
    ],
    kdialog: ['--title', title, '--multiple', '--separate-output', '--getopenfilename', startAt],
  })

/** @returns their paths; null if the person cancels. */
export async function chooseFiles(language: Language, startAt = homedir()): Promise<string[] | null> {
  const title = TITLE[language]
  const env = { CLOUDDISK_TITLE: title, CLOUDDISK_START: startAt }
  try {
    const chosen = await showDialog(dialogs(title, startAt), env)
    return chosen?.split(/\r?\n/).filter(Boolean) ?? null
  } catch (error) {
    throw error instanceof NoDialog ? new Error(noDialogText(language)) : error
  }
}
