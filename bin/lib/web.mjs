import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
  const look = lookOf(SOURCES)
  const [built, ofLook] = await readStamp()
  if (look === ofLook && existsSync(PAGE)) return
  const fingerprint = await fingerprintOf(SOURCES)
  if (built !== fingerprint || !existsSync(PAGE)) await build()
  await mkdir(dirname(STAMP), { recursive: true })
  // In a read-only checkout, the next start reads the sources again.
  await writeFile(STAMP, `${fingerprint}\n${look}`).catch(() => undefined)
}

/** The fingerprint of the sources that the page was built from, and how they looked then. */
const readStamp = async () => (await readFile(STAMP, 'utf8').catch(() => '')).split('\n')

async function build() {
  say('Building the page …')
  const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    // The production build, whatever the environment says.
    env: { NODE_ENV: 'production' },
    capture: true,
  })
  if (code !== 0)
    throw new Failure(`${output.trim()}\nThe page could not be built (vite build exited with code ${code}).`)
}

/** Sizes and times of files; a tenth of the time that reading them takes. */
function lookOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of filesUnder(join(root, path))) {
      const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
      hash.update(`${file}\0${ino} ${size} ${mtimeNs} ${ctimeNs}\0`)
    }
  return hash.digest('hex')
}

async function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) hash.update(`${file}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/** All files, sorted; none of a path that does not exist. */
function filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => {
      const inside = join(path, entry.name)
      return entry.isDirectory() ? filesUnder(inside) : [inside]
    })
    .sort()
}
