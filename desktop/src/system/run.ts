import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs a program of the system with `input` on its standard input, where other users cannot see it.
 * @returns its exit code and what it printed; undefined if it is not installed or does not end in time.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  input = '',
  timeoutMs = 30_000,
): Promise<{ readonly code: number | null; readonly output: string } | undefined> {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Its timer keeps no process from ending, as that of `timeout` does where the program is not installed.
    signal: AbortSignal.timeout(timeoutMs),
    windowsHide: true,
  })
  try {
    child.stdin.on('error', () => undefined)
    const [, output, [code]] = await Promise.all([
      once(child, 'spawn').then(() => child.stdin.end(input)),
      text(child.stdout),
      once(child, 'close'),
    ])
    return { code, output }
  } catch {
    return undefined
  }
}
