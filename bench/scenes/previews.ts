import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { previewInstance } from '@clouddisk/contract/previews'
import { Conversions } from '@clouddisk/server/conversion/conversions'
import { byBuiltIn } from '@clouddisk/server/features/previews/convert/office'
import { docx } from '../../server/test/make-docx.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import type { Figure } from '../figures.ts'
import { Unavailable } from '../sides/processes.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

const DOCUMENTS = 4
const PARAGRAPHS = 300
const ASKED_AGAIN_MS = 100

const run = promisify(execFile)

export function findSoffice(): void {
  if (spawnSync('soffice', ['--version']).status === 0) return
  throw new Unavailable(
    'LibreOffice is what previews are compared with (Debian: apt-get install libreoffice).',
  )
}

/**
 * Seconds until a Word document of some fifteen pages, half Chinese, can be read as a PDF, compared with `soffice` started for
 * that one document: in the product, which runs it confined, and by the WebAssembly build that needs no installation.
 */
export async function previews(stage: Stage): Promise<Figure[]> {
  const person = await signIn(stage.product.origin, ADMIN.userName, ADMIN.password)
  const folder = join(stage.folder, 'previews')
  await mkdir(folder, { recursive: true })
  const conversions = new Conversions({ conversions: 1, dataDir: folder })
  const oneShot = () => secondsEach(async (bytes) => bySoffice(folder, bytes))
  try {
    const product = await interleave(stage, () => secondsEach(inProduct(person)), oneShot)
    const builtIn = await interleave(stage, () => secondsEach(inWebAssembly(conversions)), oneShot)
    const other = 'soffice one-shot'
    return [
      {
        name: 'Preview of a Word document',
        unit: 's',
        ours: product.ours,
        other: { name: other, values: product.others },
      },
      {
        name: '… by the built-in LibreOffice, started already',
        unit: 's',
        ours: builtIn.ours,
        other: { name: other, values: builtIn.others },
      },
    ]
  } finally {
    await conversions.close()
  }
}

/** Documents of contents of their own, one after the other. */
async function secondsEach(convert: (bytes: Buffer) => Promise<unknown>): Promise<number> {
  const documents = Array.from({ length: DOCUMENTS }, document)
  const begun = performance.now()
  for (const bytes of documents) await convert(bytes)
  return (performance.now() - begun) / 1000 / DOCUMENTS
}

function document(): Buffer {
  const seed = newSeed()
  return docx(
    Array.from({ length: PARAGRAPHS }, (_, n) =>
      n % 2 === 0
        ? `采购清单 ${seed} 第 ${n} 项：本季度的预算由各部门分别提交，经财务审核后执行。`
        : `Item ${n} of ${seed}: each department submits its budget, which finance approves before it is spent.`,
    ),
  )
}

const inProduct = (person: Person) => async (bytes: Buffer) => {
  const { instanceId } = await person.upload('0', `${newSeed()}.docx`, bytes)
  for (;;) {
    const { state } = await person.call(previewInstance, { instanceId })
    if (state === 'ready') return
    if (state !== 'converting') throw new Error(`a document was answered with ${state}`)
    await pause(ASKED_AGAIN_MS)
  }
}

const inWebAssembly = (conversions: Conversions) => (bytes: Buffer) =>
  conversions.convert(async (conversion) => {
    const { path, output } = conversion.folder
    const task = { source: join(path, 'a.docx'), pdf: join(output, 'a.pdf'), ext: 'docx' }
    await writeFile(task.source, bytes)
    await byBuiltIn(conversion, task)
    await readFile(task.pdf)
  })

/** With a profile that was used before, as an operator's script would. */
async function bySoffice(folder: string, bytes: Buffer): Promise<void> {
  const source = join(folder, 'one-shot.docx')
  await writeFile(source, bytes)
  await run('soffice', [
    '--headless',
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    source,
  ])
  await rm(join(folder, 'one-shot.pdf'))
}
