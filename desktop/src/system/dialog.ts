import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Dialogs of the system, shown by programs that come with it. */

const run = promisify(execFile)

/** Characters of paths that a dialog answers. */
const ANSWER_MAX = 16 * 1024 * 1024

/** zenity ends so where it cannot read its arguments, as the locale of the environment is not installed. */
const UNREADABLE = 255

export interface Dialog {
  readonly command: string
  readonly args: readonly string[]
}

/** Dialogs that the person has not answered. */
const shown = new Set<ChildProcess>()

/** Closes all open dialogs, when the client ends. */
export function closeDialogs(): void {
  for (const child of shown) child.kill()
}

/** No program that shows such a dialog is installed. */
export class NoDialog extends Error {}

/**
 * Shows the first of the dialogs whose program is installed.
 * @returns what it printed, '' if nothing; null if the person cancelled.
 * @throws NoDialog
 */
export async function showDialog(
  dialogs: readonly Dialog[],
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  for (const { command, args } of dialogs) {
    try {
      const show = (more: NodeJS.ProcessEnv = {}) => {
        const dialog = run(command, args, { env: { ...process.env, ...env, ...more }, maxBuffer: ANSWER_MAX })
        shown.add(dialog.child)
        return dialog.finally(() => shown.delete(dialog.child))
      }
      const { stdout } = await show().catch((error: NodeJS.ErrnoException) => {
        if (Number(error.code) !== UNREADABLE) throw error
        return show({ LC_ALL: 'C.UTF-8' })
      })
      return stdout.replace(/[\r\n]+$/, '')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The next kind of dialog, where this one is not installed; otherwise the person cancelled.
      if (code !== 'ENOENT') return null
    }
  }
  throw new NoDialog('no program that shows dialogs is installed')
}

/** For powershell.exe; texts come in its environment, so that none is read as a command. */
export const powershell = (...lines: readonly string[]): Dialog => ({
  command: 'powershell.exe',
  args: ['-NoProfile', '-STA', '-NonInteractive', '-Command', lines.join('; ')],
})

/** For osascript; texts are arguments of the script. */
export const appleScript = (line: string, ...texts: readonly string[]): Dialog => ({
  command: 'osascript',
  args: [...['on run argv', line, 'end run'].flatMap((one) => ['-e', one]), ...texts],
})

/** The same question for each system. */
export interface DialogCommands {
  /** Script with the title in $env:CLOUDDISK_TITLE and the folder to start at in $env:CLOUDDISK_START. */
  readonly powershell: string
  /** Lines with the title and the folder to start at as arguments. */
  readonly applescript: readonly string[]
  readonly zenity: readonly string[]
  readonly kdialog: readonly string[]
}

/** Dialogs of this system that choose files or folders, in order of preference. */
export function chooserDialogs(
  title: string,
  startAt: string,
  { powershell, applescript, zenity, kdialog }: DialogCommands,
): readonly Dialog[] {
  switch (process.platform) {
    case 'win32':
      return [
        {
          command: 'powershell.exe',
          args: ['-NoProfile', '-STA', '-NonInteractive', '-Command', powershell],
        },
      ]
    case 'darwin':
      return [
        { command: 'osascript', args: [...applescript.flatMap((line) => ['-e', line]), title, startAt] },
      ]
    default:
      return [
        { command: 'zenity', args: zenity },
        { command: 'kdialog', args: kdialog },
      ]
  }
}
