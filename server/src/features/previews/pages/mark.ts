import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MINUTE } from '@clouddisk/contract/time'
import type { Context } from '../../../context.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import type { MarkAnswer, MarkTask } from './page-task.ts'

const MB = 1024 ** 2
const LIMITS: ConversionLimits = {
  wallMs: MINUTE,
  cpuSeconds: 15,
  memoryBytes: 768 * MB,
  // Fonts and canvases are mapped on top of what Node reserves.
  reservedBytes: 2048 * MB,
  outputBytes: 32 * MB,
  outputFiles: 4,
}

const SCRIPT = {
  script: fileURLToPath(new URL('./mark-process.ts', import.meta.url)),
  limits: LIMITS,
}

/** A page as a JPEG with the mark in it, in a process of its own; undefined if the page cannot be read. */
export async function burnIn(
  ctx: Context,
  page: Buffer,
  { width, mark, signal }: Pick<MarkTask, 'width' | 'mark'> & { signal: AbortSignal },
): Promise<Buffer | undefined> {
  return ctx.conversions.convert(
    async ({ folder, ask }) => {
      const output = join(folder.output, 'page.jpg')
      await writeFile(folder.input, page, { flag: 'wx', mode: 0o600 })
      const task: MarkTask = { input: folder.input, output, width, mark }
      const answer = (await ask(SCRIPT, task)) as MarkAnswer
      if ('done' in answer) return readFile(output)
      if (answer.reason !== 'broken') throw new ConversionFailed(answer.reason, answer.message)
      ctx.log.warn({ reason: answer.message }, 'a page was not marked')
      return undefined
    },
    { lane: 'marks', signal },
  )
}
