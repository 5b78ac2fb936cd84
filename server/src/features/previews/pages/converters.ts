import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inlineOf } from '@clouddisk/contract/filetypes'
import { LIMITS as FILE_LIMITS } from '@clouddisk/contract/limits'
import { OFFICE_EXTENSIONS } from '@clouddisk/contract/thumbnail-types'
import { MINUTE } from '@clouddisk/contract/time'
import type { Conversion } from '../../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import type { Converter, MadeFile } from '../../../renditions/converter.ts'
import { scalePicture } from '../../thumbnails/converters.ts'
import { conversionOf } from '../convert/converted.ts'
import { pdfKind } from '../convert/office.ts'
import { PICTURE_SIDE } from './page-size.ts'
import type { PagesAnswer, PagesMeta, PagesTask } from './page-task.ts'

/** The pages of files that may only be viewed, without a mark: made once for a content, a few at a time. */

/** Pages of a part: the first are there soon, and a long document is not drawn as a whole. */
export const PART_PAGES = 3

const MB = 1024 ** 2
const LIMITS: ConversionLimits = {
  wallMs: 5 * MINUTE,
  cpuSeconds: 60,
  memoryBytes: 768 * MB,
  // Fonts and canvases are mapped on top of what Node reserves.
  reservedBytes: 2048 * MB,
  outputBytes: 64 * MB,
  outputFiles: 8,
}

const SCRIPT = {
  script: fileURLToPath(new URL('./page-process.ts', import.meta.url)),
  limits: LIMITS,
}

const officePages = (ext: string) => `pages ${ext}`

/** The kind of a file's pages; undefined where it has none. @param ext by the content */
export function pagesKind(ext: string): string | undefined {
  if (OFFICE_EXTENSIONS.has(ext)) return officePages(ext)
  const kind = inlineOf(ext)?.kind ?? conversionOf(ext)?.kind
  switch (kind) {
    case 'pdf':
    case 'picture':
    case 'text':
      return `pages of ${kind}`
    case 'html':
      return 'pages of text'
    default:
      return undefined
  }
}

const maxBytes = FILE_LIMITS.previewBytesMax
const draw =
  (family: PagesTask['family']) =>
  (conversion: Conversion, part = 0) =>
    drawPart(conversion, family, part)

export const pagesConverters: readonly Converter[] = [
  { kind: 'pages of pdf', version: 1, maxBytes, make: draw('pdf') },
  { kind: 'pages of text', version: 1, maxBytes, make: draw('text') },
  { kind: 'pages of picture', version: 1, maxBytes, make: pictureAsPage },
  ...[...OFFICE_EXTENSIONS].map((ext) => ({
    kind: officePages(ext),
    version: 1,
    maxBytes,
    from: { kind: pdfKind(ext), maxBytes },
    make: draw('pdf'),
  })),
]

async function drawPart(
  conversion: Conversion,
  family: PagesTask['family'],
  part: number,
): Promise<MadeFile> {
  const { input, output: folder } = conversion.folder
  const output = join(folder, 'pages')
  const task: PagesTask = { family, input, output, first: part * PART_PAGES, count: PART_PAGES }
  const answer = (await conversion.ask(SCRIPT, task)) as PagesAnswer
  if ('reason' in answer) throw new ConversionFailed(answer.reason, answer.message)
  return { path: output, meta: { ...answer } }
}

async function pictureAsPage(conversion: Conversion): Promise<MadeFile> {
  const { path, width, height } = await scalePicture(conversion, PICTURE_SIDE)
  const meta: PagesMeta = { pages: 1, lengths: [(await stat(path)).size], sizes: [{ width, height }] }
  return { path, meta: { ...meta } }
}
