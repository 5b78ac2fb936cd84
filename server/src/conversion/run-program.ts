import type { Readable } from 'node:stream'
import { type ConfinedProcess, startConfined } from './confined-process.ts'
import { ConversionFailed, type ConversionLimits } from './limits.ts'
import { programPath } from './protection.ts'
import { folderUsage } from './usage.ts'
import { watchLimits } from './watch-limits.ts'
import type { WorkFolder } from './work-folders.ts'

/** What a program prints is for short answers and messages. */
const PRINTED_MAX = 64 * 1024

export interface ProgramRun {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: WorkFolder
  readonly limits: ConversionLimits
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined
  /** Gets each line that it prints, which is not returned then. */
  readonly onLine?: ((line: string) => void) | undefined
}

/**
 * Runs one program to its end in the folder, with a limited process of its own. Returns what it prints. Throws
 * ConversionFailed.
 */
export async function runProgram(run: ProgramRun): Promise<string> {
  const { args, folder, limits, signal } = run
  const program = await programPath(run.program)
  if (program === undefined) throw new ConversionFailed('missing', `${run.program} is not installed`)
  if (signal?.aborted) throw new ConversionFailed('stopped')
  const process = await startConfined({ program, args, folder }, limits)
  const abort = () => process.kill()
  signal?.addEventListener('abort', abort)
  const watch = watchLimits(process, limits, folder)
  process.stdin.end()
  const { onLine } = run
  const printed = onLine ? passLines(process, onLine) : collect(process.stdout, process)
  const errors = collect(process.stderr)
  const code = await process.ended
  signal?.removeEventListener('abort', abort)
  if (signal?.aborted) throw new ConversionFailed('stopped')
  if (watch.exceeded) throw new ConversionFailed(watch.exceeded)
  if (code === null) throw new ConversionFailed('crashed')
  // The shell's codes: the program was not started.
  if (code !== null && code >= 125 && code <= 127)
    throw new Error(`${run.program} was not started: ${lastLine(await errors)}`)
  if (code !== 0) throw new ConversionFailed('broken', lastLine(await errors) || `exit code ${code}`)
  const { bytes, files } = await folderUsage(folder.path, new Set([folder.input]))
  if (bytes > limits.outputBytes || files > limits.outputFiles) throw new ConversionFailed('output')
  return printed
}

/** Text that a stream yields; beyond the maximum it is cut, or the process killed if one is given. */
async function collect(stream: Readable, killed?: ConfinedProcess): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length <= PRINTED_MAX) chunks.push(chunk)
      else killed?.kill()
    }
  } catch {
    // The pipe breaks with the process.
  }
  return Buffer.concat(chunks).toString()
}

/** Passes on each line that a process prints; one that is too long ends it. */
async function passLines(process: ConfinedProcess, onLine: (line: string) => void): Promise<string> {
  let rest = ''
  try {
    for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
      if (rest.length > PRINTED_MAX) process.kill()
    }
  } catch {
    // The pipe breaks with the process.
  }
  return ''
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
