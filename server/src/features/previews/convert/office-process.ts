import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LibreOfficeConverter } from '@matbee/libreoffice-converter'
import type { OfficeAnswer, OfficeTask } from './office-task.ts'

/**
 * The office process (conversion/warm-script.ts): LibreOffice as WebAssembly, which takes seconds to start and then
 * converts one file after the other.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = console.error = () => undefined

const require = createRequire(import.meta.url)
const WASM = '@matbee/libreoffice-converter'
/** Simplified Chinese; the build itself has the fonts of Latin, Greek, Cyrillic, Arabic and Hebrew alone. */
const FONTS = '@expo-google-fonts/noto-sans-sc'
const WEIGHTS = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf']

let office: Promise<LibreOfficeConverter> | undefined = start()
await office.catch(() => undefined)
process.stdout.write('ready\n')

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as OfficeTask)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function answerTo({ source, pdf, ext }: OfficeTask): Promise<OfficeAnswer> {
  let started: LibreOfficeConverter
  try {
    office ??= start()
    started = await office
  } catch (error) {
    office = undefined
    return { reason: 'missing', message: messageOf(error) }
  }
  try {
    const { data } = await started.convert(await readFile(source), { outputFormat: 'pdf' }, `source.${ext}`)
    await writeFile(pdf, data)
    return { done: true }
  } catch (error) {
    return { reason: 'broken', message: messageOf(error) }
  }
}

async function start(): Promise<LibreOfficeConverter> {
  const { LibreOfficeConverter } = await import('@matbee/libreoffice-converter')
  const wasmLoader = require(`${WASM}/wasm/loader`)
  const wasmPath = join(dirname(require.resolve(`${WASM}/package.json`)), 'wasm')
  const fontFolder = dirname(require.resolve(`${FONTS}/package.json`))
  const fonts = await Promise.all(
    WEIGHTS.map(async (weight) => ({
      filename: weight.split('/')[1] ?? weight,
      data: new Uint8Array(await readFile(join(fontFolder, weight))),
    })),
  )
  const converter = new LibreOfficeConverter({ wasmLoader, wasmPath, fonts })
  await converter.initialize()
  return converter
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
