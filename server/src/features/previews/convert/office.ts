import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MINUTE } from '@clouddisk/contract/time'
import type { Conversion } from '../../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import { programPath } from '../../../conversion/protection.ts'
import type { Converter, MadeFile } from '../../../renditions/converter.ts'
import type { OfficeAnswer, OfficeTask } from './office-task.ts'

/**
 * Office files to PDF: by `soffice` where LibreOffice is installed, otherwise by its WebAssembly build from the package
 * registry (docs/decisions/0014-office-previews.md).
 */

const MB = 1024 ** 2

const LIMITS: ConversionLimits = {
  wallMs: 5 * MINUTE,
  cpuSeconds: 300,
  memoryBytes: 2048 * MB,
  outputBytes: 512 * MB,
  // Most of them are the profile of LibreOffice.
  outputFiles: 500,
}

/** The WebAssembly build begins with 1.2 GB and reserves all that it could ever address. */
const BUILT_IN = {
  script: fileURLToPath(new URL('./office-process.ts', import.meta.url)),
  limits: { ...LIMITS, memoryBytes: 3072 * MB, reservedBytes: 32 * 1024 * MB },
}

export const OFFICE_EXTENSIONS: ReadonlySet<string> = new Set(
  'doc docx xls xlsx ppt pptx odt ods odp rtf wps et dps dot dotx xlt xltx xlsm docm pptm pps ppsx'.split(
    ' ',
  ),
)

export const pdfKind = (ext: string): string => `pdf of ${ext}`

/** One for each extension, which LibreOffice goes by where the content leaves it open. */
export const officeConverters: readonly Converter[] = [...OFFICE_EXTENSIONS].map((ext) => ({
  kind: pdfKind(ext),
  version: 1,
  maxBytes: 200 * MB,
  make: (conversion) => toPdf(conversion, ext),
}))

async function toPdf(conversion: Conversion, ext: string): Promise<MadeFile> {
  const { folder } = conversion
  const source = join(folder.path, `source.${ext}`)
  await rename(folder.input, source)
  const pdf = join(folder.output, 'source.pdf')
  if ((await programPath('soffice')) === undefined) await byBuiltIn(conversion, { source, pdf, ext })
  else await bySoffice(conversion, source)
  if (!existsSync(pdf)) throw new ConversionFailed('broken', 'has no pages')
  return { path: pdf }
}

async function bySoffice({ folder, run }: Conversion, source: string): Promise<void> {
  const profile = pathToFileURL(join(folder.path, 'profile')).href
  await run(
    'soffice',
    [
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      `-env:UserInstallation=${profile}`,
      '--convert-to',
      'pdf',
      '--outdir',
      folder.output,
      source,
    ],
    LIMITS,
  )
}

export async function byBuiltIn({ ask }: Conversion, task: OfficeTask): Promise<void> {
  const answer = (await ask(BUILT_IN, task)) as OfficeAnswer
  if ('reason' in answer) throw new ConversionFailed(answer.reason, answer.message)
}
