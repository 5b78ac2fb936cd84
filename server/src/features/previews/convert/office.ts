import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { OFFICE_EXTENSIONS } from '@clouddisk/contract/thumbnail-types'
import { MINUTE } from '@clouddisk/contract/time'
import type { Conversion } from '../../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import { programPath, protectionOfMachine } from '../../../conversion/protection.ts'
import type { Converter, MadeFile } from '../../../renditions/converter.ts'
import { officeThumbnails } from '../../thumbnails/converters.ts'
import { checkOffice } from './office-signature.ts'
import type { OfficeAnswer, OfficeTask } from './office-task.ts'

/**
 * Office files to PDF: by `soffice` where LibreOffice is installed and cannot reach the network, otherwise by its WebAssembly
 * build from the package registry, which has no network and no files (docs/decisions/0014-office-previews.md).
 */

const MB = 1024 ** 2

const LIMITS: ConversionLimits = {
  // Half a minute of processor time takes five at low priority beside a busy server.
  wallMs: 15 * MINUTE,
  cpuSeconds: 300,
  memoryBytes: 2048 * MB,
  outputBytes: 512 * MB,
  // Most of them are the profile of LibreOffice.
  outputFiles: 500,
}

/** The WebAssembly build begins with 1.2 GB and reserves all that it could ever address. */
const BUILT_IN = {
  script: fileURLToPath(new URL('./office-process.ts', import.meta.url)),
  isFragile: true,
  // Its threads sometimes wait for each other for ever while it starts; a start takes 4 s, and 81 s at low priority
  // beside three busy processes on two cores.
  startMs: 3 * MINUTE,
  limits: { ...LIMITS, memoryBytes: 3072 * MB, reservedBytes: 32 * 1024 * MB },
}

export const pdfKind = (ext: string): string => `pdf of ${ext}`

const BYTES_MAX = 200 * MB

/** One for each extension, which LibreOffice goes by where the content leaves it open, and the thumbnails made from it. */
export const officeConverters: readonly Converter[] = [...OFFICE_EXTENSIONS].flatMap((ext) => [
  {
    kind: pdfKind(ext),
    version: 2,
    maxBytes: BYTES_MAX,
    lane: 'office' as const,
    make: (conversion: Conversion) => toPdf(conversion, ext),
  },
  ...officeThumbnails(ext, pdfKind(ext), BYTES_MAX),
])

async function toPdf(conversion: Conversion, ext: string): Promise<MadeFile> {
  const { folder } = conversion
  await checkOffice(folder.input, ext)
  const source = join(folder.path, `source.${ext}`)
  await rename(folder.input, source)
  const pdf = join(folder.output, 'source.pdf')
  const { kind } = await protectionOfMachine()
  const isInstalled = (await programPath('soffice')) !== undefined
  if (isInstalled && kind === 'namespaces') await bySoffice(conversion, source)
  else await byBuiltIn(conversion, { source, pdf, ext })
  if (!existsSync(pdf)) throw new ConversionFailed('broken', 'has no pages')
  return { path: pdf }
}

/** Nothing that a document refers to is loaded, and nothing in it runs. */
const SECURITY = 'org.openoffice.Office.Common/Security/Scripting'
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${[
  ['BlockUntrustedRefererLinks', 'true'],
  ['DisableActiveContent', 'true'],
  ['DisableMacrosExecution', 'true'],
  ['MacroSecurityLevel', '3'],
]
  .map(
    ([name, value]) =>
      `<item oor:path="/${SECURITY}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('')}</oor:items>`

async function bySoffice({ folder, run }: Conversion, source: string): Promise<void> {
  const profile = join(folder.path, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS)
  await run(
    'soffice',
    [
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
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
