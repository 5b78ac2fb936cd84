import { appleScript, type Dialog, powershell, showDialog } from './dialog.ts'

export interface Message {
  readonly title: string
  readonly text: string
}

function dialogs({ title, text }: Message): readonly Dialog[] {
  switch (process.platform) {
    case 'win32':
      return [
        powershell(
          'Add-Type -AssemblyName System.Windows.Forms',
          "[void][System.Windows.Forms.MessageBox]::Show($env:CLOUDDISK_TEXT, $env:CLOUDDISK_TITLE, 'OK', 'Error')",
        ),
      ]
    case 'darwin':
      return [
        appleScript(
          'display dialog (item 2 of argv) with title (item 1 of argv) buttons {"OK"} default button 1 with icon stop',
          ...[title, text],
        ),
      ]
    default:
      return [
        {
          command: 'zenity',
          args: ['--error', '--no-markup', '--title', title, '--text', text, '--width', '440'],
        },
        { command: 'kdialog', args: ['--title', title, '--error', text] },
      ]
  }
}

/**
 * Tells the person in a dialog of the system why the client does not go on.
 * @returns when they have read it. @throws NoDialog if no program that shows one is installed.
 */
export async function showError(message: Message): Promise<void> {
  await showDialog(dialogs(message), { CLOUDDISK_TITLE: message.title, CLOUDDISK_TEXT: message.text })
}
