import { appleScript, type Dialog, powershell, showDialog } from './dialog.ts'

export interface Question {
  readonly title: string
  readonly text: string
  /** On the button that confirms. */
  readonly yes: string
  readonly no: string
}

function dialogs({ title, text, yes, no }: Question): readonly Dialog[] {
  switch (process.platform) {
    case 'win32':
      return [
        powershell(
          'Add-Type -AssemblyName System.Windows.Forms',
          "$answer = [System.Windows.Forms.MessageBox]::Show($env:CLOUDDISK_TEXT, $env:CLOUDDISK_TITLE, 'OKCancel', 'Question', 'Button2')",
          "if ($answer -ne 'OK') { exit 1 }",
        ),
      ]
    case 'darwin':
      return [
        appleScript(
          'display dialog (item 2 of argv) with title (item 1 of argv) buttons {item 4 of argv, item 3 of argv} default button 1 cancel button 1',
          ...[title, text, yes, no],
        ),
      ]
    default:
      return [
        {
          command: 'zenity',
          args: [
            ...['--question', '--no-markup', '--title', title, '--text', text],
            ...['--ok-label', yes, '--cancel-label', no, '--default-cancel'],
          ],
        },
        {
          command: 'kdialog',
          args: ['--title', title, '--yes-label', yes, '--no-label', no, '--yesno', text],
        },
      ]
  }
}

/**
 * Asks the person in a dialog of the system.
 * @throws NoDialog if no program that shows one is installed.
 */
export async function confirm(question: Question): Promise<boolean> {
  const env = { CLOUDDISK_TITLE: question.title, CLOUDDISK_TEXT: question.text }
  return (await showDialog(dialogs(question), env)) !== null
}
