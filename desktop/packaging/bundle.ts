import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { ROOT } from './build.ts'

/** The client as one file of JavaScript, with what it needs of contract/, client/ and the libraries. */

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const WORKER = /new URL\('(?:\.\/)?([\w-]+-worker)\.ts', import\.meta\.url\)/g

export interface Bundle {
  readonly code: string
  /** Folders of the libraries in it. */
  readonly libraries: readonly string[]
}

/** @param format `cjs` for a single executable, whose main script cannot be a module. */
export async function bundleClient(format: 'esm' | 'cjs'): Promise<Bundle> {
  const { code, modules } = await bundle(join(SOURCE, 'main.ts'), format, [inlineWorkers])
  // A file beside the source would be missing in the package.
  const left = /new URL\([^)]*import\.meta\.url/.exec(code)
  if (left) throw new Error(`the bundle refers to a file of the sources: ${left[0]}`)
  const libraries = new Set(modules.flatMap((path) => libraryOf(path) ?? []))
  return { code, libraries: [...libraries].sort() }
}

async function bundle(input: string, format: 'esm' | 'cjs', plugins: Plugin[] = []) {
  const bundler = await rolldown({
    input,
    plugins,
    cwd: ROOT,
    platform: 'node',
    transform: { target: 'node24', define: { 'import.meta.main': 'true' } },
    onLog: (level, log) => {
      // Optional parts of libraries that are not installed are named by the library itself.
      if (level === 'warn' && log.code !== 'UNRESOLVED_IMPORT') process.stderr.write(`${log.message}\n`)
    },
  })
  const { output } = await bundler.generate({ format, codeSplitting: false, minify: false })
  await bundler.close()
  const [{ code, moduleIds: modules }] = output
  return { code, modules }
}

/** Threads start from an address of their own code, so that the client stays one file. */
const inlineWorkers: Plugin = {
  name: 'inline-workers',
  transform: {
    filter: { code: WORKER },
    async handler(code, id) {
      let changed = code
      for (const [address, name] of code.matchAll(WORKER)) {
        const { code: worker } = await bundle(join(dirname(id), `${name}.ts`), 'esm')
        const data = `data:text/javascript;base64,${Buffer.from(worker).toString('base64')}`
        changed = changed.replace(address, `new URL(${JSON.stringify(data)})`)
      }
      return changed
    },
  },
}

/** Undefined for our own sources. */
const libraryOf = (path: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]

const LICENCE_FILES = [
  'LICENSE',
  'LICENSE.md',
  'LICENSE.txt',
  'license',
  'LICENCE',
  'LICENSE-MIT',
  'license.txt',
]

/** Writes the licences of Node and of all libraries into one file. */
export async function writeLicences(
  path: string,
  libraries: readonly string[],
  nodeLicence: string,
): Promise<void> {
  const texts = [`Clouddisk\n\n${await readFile(join(ROOT, 'LICENSE'), 'utf8')}`]
  for (const folder of libraries) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const file = LICENCE_FILES.map((one) => join(folder, one)).find((one) => existsSync(one))
    const text = file ? await readFile(file, 'utf8') : `Licence: ${license}`
    texts.push(`${name} ${version}\n\n${text.trim()}\n`)
  }
  texts.push(`Node.js\n\n${nodeLicence}`)
  await writeFile(path, texts.join(`\n${'-'.repeat(79)}\n\n`))
}
