import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ARCHIVE_ENTRIES_MAX } from '@clouddisk/contract/archives'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import type { Config } from '../../config/config.ts'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../conversion/limits.ts'
import type { Converter, MadeFile } from '../../renditions/converter.ts'
import { roomIn } from '../../renditions/make.ts'
import { type ArchiveAnswer, type ArchiveTask, LISTING_FILE, TASK_FILE } from './process/task.ts'

/** Listings of archives: what a preview of an archive shows. */

const MB = 1024 ** 2
const GB = 1024 * MB

export const LISTING_KIND = 'archive listing'

/** Of a tar inside of a compressed file, which is unpacked to be read. */
export const INNER_BYTES_MAX = 4 * GB

const LIST_LIMITS: ConversionLimits = {
  wallMs: 5 * MINUTE,
  cpuSeconds: 120,
  memoryBytes: 1024 * MB,
  // 7-Zip's memory may grow to 4 GiB, which is reserved from the start.
  reservedBytes: 16 * GB,
  outputBytes: INNER_BYTES_MAX + 256 * MB,
  outputFiles: 5,
}

export const archiveConverters = ({ timeZone }: Pick<Config, 'timeZone'>): readonly Converter[] => [
  {
    kind: LISTING_KIND,
    version: 1,
    maxBytes: LIMITS.previewBytesMax,
    lane: 'listings',
    isForViewOnly: true,
    make: (conversion) => listArchive(conversion, timeZone),
  },
]

async function listArchive(conversion: Conversion, timeZone: string): Promise<MadeFile> {
  const { path, output } = conversion.folder
  // A tar in a compressed file may be any size.
  const room = await roomIn(path)
  const answer = await askSevenZip(
    conversion,
    {
      action: 'list',
      folder: path,
      timeZone,
      entriesMax: ARCHIVE_ENTRIES_MAX,
      innerBytesMax: Math.min(INNER_BYTES_MAX, room),
    },
    LIST_LIMITS,
  )
  if ('problem' in answer) {
    const isTooLarge = answer.problem === 'too_large'
    // Tried again later.
    if (answer.problem === 'disk_full' || (isTooLarge && room < INNER_BYTES_MAX))
      throw new Error(`no room to list an archive in ${path}`)
    throw new ConversionFailed(isTooLarge ? 'output' : 'broken', `archive: ${answer.problem}`)
  }
  return { path: join(output, LISTING_FILE) }
}

const SCRIPT = fileURLToPath(new URL('./process/archive-process.ts', import.meta.url))

/** Runs one task in a process of its own. Throws ConversionFailed. */
export async function askSevenZip(
  { folder, run }: Conversion,
  task: ArchiveTask,
  limits: ConversionLimits,
): Promise<ArchiveAnswer> {
  // An argument of a process is limited to 128 KiB.
  const file = join(folder.path, TASK_FILE)
  await writeFile(file, JSON.stringify(task), { flag: 'wx' })
  const args = ['--no-warnings', SCRIPT, file]
  return JSON.parse(await run(process.execPath, args, limits)) as ArchiveAnswer
}
