import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ARCHIVE_ENTRIES_MAX } from '@clouddisk/contract/archives'
import { formatSize } from '@clouddisk/contract/format'
import { HOUR } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Conversion } from '../../conversion/conversions.ts'
import type { ConversionLimits } from '../../conversion/limits.ts'
import { refuse } from '../../errors/refusal.ts'
import { copyToFile, roomIn } from '../../renditions/make.ts'
import { missingBytes, refuseQuotaFull } from '../../tree/quota.ts'
import type { archiveContent } from './archive-content.ts'
import { askSevenZip, INNER_BYTES_MAX } from './converter.ts'
import type { ExtractInput } from './extract-input.ts'
import { DATA_FILE, type ExtractedEntry, MANIFEST_FILE } from './process/task.ts'

/** Runs 7-Zip on an archive within limits, and reads what it made. */

const MB = 1024 ** 2
const GB = 1024 * MB

/** Bytes extracted at once, whatever the archive. */
const BYTES_MAX = 20 * GB
/** Beyond this, more than RATIO_MAX bytes out of each byte are an attack, as a file of zeros is. */
const RATIO_FROM = 512 * MB
const RATIO_MAX = 100

const limitsFor = (bytesMax: number): ConversionLimits => ({
  wallMs: HOUR,
  cpuSeconds: 3600,
  memoryBytes: 2048 * MB,
  // 7-Zip's memory may grow to 4 GiB, which is reserved from the start.
  reservedBytes: 16 * GB,
  outputBytes: bytesMax + INNER_BYTES_MAX + 512 * MB,
  outputFiles: 7,
})

type Archive = Awaited<ReturnType<typeof archiveContent>>['content']

/** The file with all bytes; refuses what is too much, encrypted or damaged. Throws ConversionFailed. */
export async function unpack(
  ctx: Context,
  conversion: Conversion,
  archive: Archive,
  { paths, spaceId }: ExtractInput,
): Promise<FileHandle> {
  const { folder } = conversion
  if ((await roomIn(folder.path)) < 2 * archive.size) refuse('disk_full')
  await copyToFile(ctx, archive, conversion)
  const ceiling = Math.min(BYTES_MAX, Math.max(RATIO_FROM, RATIO_MAX * archive.size))
  const innerMax = Math.min(INNER_BYTES_MAX, Math.max(RATIO_FROM, RATIO_MAX * archive.size))
  // Once unpacked, once stored, besides a tar on the way.
  const room = Math.max(0, Math.floor(((await roomIn(folder.path)) - innerMax) / 2))
  const quota = ceiling - (await missingBytes(ctx.db.reader, spaceId, ceiling))
  const bytesMax = Math.min(ceiling, room, quota)
  const answer = await askSevenZip(
    conversion,
    {
      action: 'extract',
      folder: folder.path,
      timeZone: ctx.config.timeZone,
      entriesMax: ARCHIVE_ENTRIES_MAX,
      innerBytesMax: innerMax,
      bytesMax,
      ...(paths && { paths }),
    },
    limitsFor(bytesMax),
  )
  if ('done' in answer) return openMade(folder, DATA_FILE)
  switch (answer.problem) {
    case 'broken':
      return refuse('archive_damaged')
    case 'encrypted':
      return refuse('archive_encrypted')
    case 'too_many':
      return refuse('archive_too_many', { limit: ARCHIVE_ENTRIES_MAX })
    case 'disk_full':
      return refuse('disk_full')
    case 'too_large':
      if (answer.bytes !== undefined && answer.bytes > ceiling) return refuseTooLarge(ceiling)
      if (quota === bytesMax && quota < ceiling)
        return refuseQuotaFull(ctx.db.reader, spaceId, answer.bytes ?? quota + 1)
      return room === bytesMax && room < ceiling ? refuse('disk_full') : refuseTooLarge(ceiling)
  }
}

const refuseTooLarge = (bytes: number): never => refuse('archive_too_large', { limit: formatSize(bytes) })

/** Entries in the order of the archive. */
export async function* manifestOf({ folder }: Conversion): AsyncGenerator<ExtractedEntry> {
  const file = await openMade(folder, MANIFEST_FILE)
  try {
    for await (const line of file.readLines({ autoClose: false })) yield JSON.parse(line) as ExtractedEntry
  } finally {
    await file.close()
  }
}

/** What a process has made is not trusted: no link leads elsewhere. */
const openMade = ({ output }: Conversion['folder'], name: string): Promise<FileHandle> =>
  open(join(output, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
