import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { sha256OfFile } from '../../support/desk.ts'
import { choose, menuOf } from '../../support/files.ts'
import { question } from '../../support/transfers.ts'
import { bytesIn, compare, type Manifest, MB, manifestOf } from './files.ts'
import { BIG, FOLDER, type Scene, STEP_MS } from './scene.ts'

/** What comes back through the page's own buttons, and whether it is what went up. */

const run = promisify(execFile)

/** The large file by its menu. */
export async function bringBackBig(
  { page, say }: Scene,
  { size, sha256 }: { size: number; sha256: string },
): Promise<void> {
  await menuOf(page, BIG)
  const file = await fetched(page, () => choose(page, '下载'), STEP_MS)
  assert.equal(file.name, BIG)
  assert.equal((await stat(file.path)).size, size)
  assert.equal(await sha256OfFile(file.path), sha256)
  await rm(file.path)
  say(
    `downloaded again in ${file.seconds.toFixed(1)} s, ${rate(size, file)} MiB/s: SHA-256 ${sha256}, as dropped`,
  )
}

/** The folder as a ZIP. */
export async function bringBackFolder({ page, desk, say }: Scene, files: Manifest): Promise<void> {
  await menuOf(page, FOLDER)
  await choose(page, '下载')
  const zip = question(page).getByRole('button', { name: '下载为 ZIP' })
  const file = await fetched(page, () => zip.click(), STEP_MS)
  assert.equal(file.name, `${FOLDER}.zip`)
  await openZip(file.path, below(FOLDER, files), desk.at('unzip'))
  await rm(file.path)
  say(
    `the folder as a ZIP in ${file.seconds.toFixed(1)} s, ${rate(bytesIn(files), file)} MiB/s: ` +
      `unzip and Python's zipfile find all ${files.size} files, byte for byte`,
  )
}

const rate = (bytes: number, { seconds }: Fetched): string => (bytes / MB / seconds).toFixed(0)

interface Fetched {
  readonly name: string
  readonly path: string
  readonly seconds: number
}

/** Begins a download and waits until the browser has all of it. */
async function fetched(page: Page, begin: () => Promise<unknown>, withinMs: number): Promise<Fetched> {
  const begun = Date.now()
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), begin()])
  const late = AbortSignal.timeout(withinMs)
  const path = await Promise.race([
    download.path(),
    new Promise<never>((_resolve, reject) => {
      late.onabort = () =>
        reject(new Error(`${download.suggestedFilename()} is not down after ${withinMs / 1000} s`))
    }),
  ])
  return { name: download.suggestedFilename(), path, seconds: (Date.now() - begun) / 1000 }
}

/** Reads every entry with Python, which checks its CRC; names and hashes as JSON. */
const PYTHON = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    bad = zip.testzip()
    files = {}
    for entry in zip.infolist():
        if entry.is_dir(): continue
        sha256 = hashlib.sha256()
        with zip.open(entry) as file:
            while piece := file.read(1 << 20): sha256.update(piece)
        files[entry.filename] = {'size': entry.file_size, 'sha256': sha256.hexdigest()}
print(json.dumps({'bad': bad, 'files': files}))
`

/** Opens a ZIP with `unzip` and with Python's zipfile; both find these files, byte for byte, and nothing else. */
async function openZip(zip: string, wanted: Manifest, scratch: string): Promise<void> {
  await run('unzip', ['-tqq', zip])
  await mkdir(scratch)
  await run('unzip', ['-q', zip, '-d', scratch], { maxBuffer: 1 << 26 })
  compare('unzip', await manifestOf(scratch), wanted)
  await rm(scratch, { recursive: true })
  const { stdout } = await run('python3', ['-c', PYTHON, zip], { maxBuffer: 1 << 26 })
  const read = JSON.parse(stdout) as {
    bad: string | null
    files: Record<string, { size: number; sha256: string }>
  }
  if (read.bad !== null) throw new Error(`zipfile finds ${read.bad} broken`)
  compare('zipfile', new Map(Object.entries(read.files)), wanted)
}

/** The same files below a folder of this name. */
const below = (folder: string, files: Manifest): Manifest =>
  new Map([...files].map(([path, file]) => [join(folder, path), file]))
