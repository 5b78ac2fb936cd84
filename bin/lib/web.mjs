import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root, say } from './paths.mjs'
import { Failure, run } from './processes.mjs'

const PAGE = join(root, 'web/dist/index.html')
const STAMP = join(root, '.tsbuild/page-built-from')
const SOURCES = [
  'package-lock.json',
  'contract/src',
  'client/src',
  'web/build',
  'web/src',
  'web/public',
  'web/index.html',
  'web/visitor.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/vite.visitor.config.ts',
]

/** Builds the page unless web/dist was built from the current sources. */
export async function ensureWebBuilt() {
  const fingerprint = await fingerprintOf(SOURCES)
  const built = await readFile(STAMP, 'utf8').catch(() => undefined)
  if (built === fingerprint && existsSync(PAGE)) return
  say('Building the page …')
  const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    // The production build, whatever the environment says.
    env: { NODE_ENV: 'production' },
    capture: true,
  })
  if (code !== 0)
    throw new Failure(`${output.trim()}\nThe page could not be built (vite build exited with code ${code}).`)
  await mkdir(dirname(STAMP), { recursive: true })
  await writeFile(STAMP, fingerprint)
}

async function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesUnder(join(root, path)))
      hash.update(`${file}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesUnder(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!entries) return [path]
  const nested = await Promise.all(entries.map((entry) => filesUnder(join(path, entry.name))))
  return nested.flat().sort()
}
