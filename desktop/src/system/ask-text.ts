import { appleScript, type Dialog, powershell, showDialog } from './dialog.ts'

export interface TextQuestion {
  readonly title: string
  readonly text: string
  /** What is in the field at first. */
  readonly value: string
}

function dialogs({ title, text, value }: TextQuestion): readonly Dialog[] {
  switch (process.platform) {
    case 'win32':
      return [
        powershell(
          'Add-Type -AssemblyName Microsoft.VisualBasic',
          '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8',
          '$answer = [Microsoft.VisualBasic.Interaction]::InputBox($env:CLOUDDISK_TEXT, $env:CLOUDDISK_TITLE, $env:CLOUDDISK_VALUE)',
          "if ($answer -eq '') { exit 1 }",
          '[Console]::Out.Write($answer)',
        ),
      ]
    case 'darwin':
      return [
        appleScript(
          'return text returned of (display dialog (item 2 of argv) with title (item 1 of argv) default answer (item 3 of argv))',
          ...[title, text, value],
        ),
      ]
    default:
      return [
        {
          command: 'zenity',
          args: [
            ...['--entry', '--title', title, '--text', zenityLabel(text)],
            ...['--entry-text', value, '--width', '440'],
          ],
        },
        { command: 'kdialog', args: ['--title', title, '--inputbox', text, value] },
      ]
  }
}

/** This label alone reads backslashes, and underscores as marks of keys. */
const zenityLabel = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('_', '__')

/**
 * Asks the person for a line of text in a dialog of the system.
 * @returns null if the person cancels.
 * @throws NoDialog if no program that shows one is installed.
 */
export function askText(question: TextQuestion): Promise<string | null> {
  const { title, text, value } = question
  return showDialog(dialogs(question), {
    ...{ CLOUDDISK_TITLE: title, CLOUDDISK_TEXT: text, CLOUDDISK_VALUE: value },
  })
}
