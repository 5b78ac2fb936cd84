import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MINUTE } from '@clouddisk/contract/time'
import type { Config } from '../../../config/config.ts'
import type { Conversion } from '../../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import type { Converter, MadeFile } from '../../../renditions/converter.ts'
import { TEXT_SCRIPT } from '../../search/content/text-converter.ts'
import { type TextAnswer, type TextTask, unpackText } from '../../search/content/text-task.ts'
import { packParts, type ReadPart } from '../parts.ts'
import { ARCHIVE_HEAD_BYTES, isArchive, isOldOffice } from './archive-kinds.ts'
import type { ArchiveTextTask } from './archive-text-process.ts'

/** The text of a file for the content check, as parts (parts.ts). */

const MB = 1024 ** 2
const GB = 1024 * MB

export const PARTS_KIND = 'content check text'
export const PARTS_SOURCE_BYTES_MAX = 200 * MB

const EXTRACTED_BYTES_MAX = 1024 * MB
const TEXT_MAX = 16 * MB

const ARCHIVE_LIMITS: ConversionLimits = {
  wallMs: 5 * MINUTE,
  cpuSeconds: 120,
  memoryBytes: 1536 * MB,
  // 7-Zip's memory may grow to 4 GiB, which is reserved from the start, for each archive within another.
  reservedBytes: 64 * GB,
  outputBytes: 2 * EXTRACTED_BYTES_MAX + 256 * MB,
  outputFiles: 40,
}

export const partsConverters = ({ timeZone }: Pick<Config, 'timeZone'>): readonly Converter[] => [
  {
    kind: PARTS_KIND,
    version: 1,
    maxBytes: PARTS_SOURCE_BYTES_MAX,
    lane: 'unattended',
    make: (conversion) => readParts(conversion, timeZone),
  },
]

async function readParts(conversion: Conversion, timeZone: string): Promise<MadeFile> {
  const { input, output } = conversion.folder
  const path = join(output, 'parts')
  const head = await headOf(input)
  if (isOldOffice(head)) {
    await writeFile(path, packParts([{ path: '', text: '', unreadable: 'old_office' }]))
    return { path }
  }
  const isZip = head.subarray(0, 2).toString('latin1') === 'PK'
  // Most zips are Office files.
  const part = isArchive(head) && !isZip ? undefined : await readText(conversion)
  if (part) await writeFile(path, packParts([part]))
  else if (isArchive(head)) await readArchive(conversion, path, timeZone)
  else await writeFile(path, packParts([{ path: '', text: '' }]))
  return { path }
}

/** Undefined for a file that has no text. */
async function readText(conversion: Conversion): Promise<ReadPart | undefined> {
  const { input, output } = conversion.folder
  const task: TextTask = { input, output: join(output, 'text') }
  const answer = (await conversion.ask(TEXT_SCRIPT, task)) as TextAnswer
  if ('done' in answer) return { path: '', text: unpackText(await readFile(task.output)).text }
  if (answer.message.includes('password')) return { path: '', text: '', unreadable: 'encrypted' }
  if (answer.reason === 'unsupported') return undefined
  if (answer.reason === 'broken') return { path: '', text: '', unreadable: 'damaged' }
  throw new ConversionFailed(answer.reason, answer.message)
}

const SCRIPT = fileURLToPath(new URL('./archive-text-process.ts', import.meta.url))

async function readArchive({ folder, run }: Conversion, output: string, timeZone: string): Promise<void> {
  const task: ArchiveTextTask = {
    folder: folder.path,
    output,
    limits: {
      depthMax: 4,
      partsMax: 5000,
      bytesMax: EXTRACTED_BYTES_MAX,
      textMax: TEXT_MAX,
      timeZone,
    },
  }
  const file = join(folder.path, 'task.json')
  await writeFile(file, JSON.stringify(task), { flag: 'wx' })
  await run(process.execPath, ['--no-warnings', SCRIPT, file], ARCHIVE_LIMITS)
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ARCHIVE_HEAD_BYTES), 0, ARCHIVE_HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
