import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MINUTE } from '@clouddisk/contract/time'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import type { Converter } from '../../../renditions/converter.ts'
import type { TextAnswer, TextTask } from './text-task.ts'

/** Reads the text out of a file. */

const MB = 1024 ** 2

export const TEXT_KIND = 'text'
/** Larger files are searched by name only. */
export const TEXT_SOURCE_BYTES_MAX = 50 * MB

const LIMITS: ConversionLimits = {
  wallMs: 2 * MINUTE,
  cpuSeconds: 30,
  memoryBytes: 768 * MB,
  outputBytes: 16 * MB,
  outputFiles: 4,
}

export const TEXT_SCRIPT = {
  script: fileURLToPath(new URL('./text-process.ts', import.meta.url)),
  limits: LIMITS,
}

export const textConverter: Converter = {
  kind: TEXT_KIND,
  version: 1,
  maxBytes: TEXT_SOURCE_BYTES_MAX,
  lane: 'unattended',
  make: async (conversion) => {
    const { input, output } = conversion.folder
    const path = join(output, 'text')
    const task: TextTask = { input, output: path }
    const answer = (await conversion.ask(TEXT_SCRIPT, task)) as TextAnswer
    if ('reason' in answer) throw new ConversionFailed(answer.reason, answer.message)
    return { path }
  },
}
