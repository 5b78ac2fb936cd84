import assert from 'node:assert/strict'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { currentUser } from '@clouddisk/contract/accounts'
import { acknowledge } from '@clouddisk/contract/policies'
import { saveSettings } from '@clouddisk/contract/settings'
import { forgetPeak, peakBytes } from '../support/resident.ts'
import { DesktopClient } from './desktop/client.ts'
import { bytesAt } from './large/seeded.ts'
import { freeBytes } from './large/volume.ts'
import { PASSWORD, Product } from './product.ts'

/**
 * The desktop client in a real window: 5,000 files of mixed sizes and one of many gigabytes go up and come down, while
 * the client is paused, killed, and loses its screen; every byte is compared, and its memory does not grow with a file.
 */

export interface DesktopProofOptions {
  readonly seed: number
  /** Of the large file, GiB. */
  readonly gib: number
  readonly dir: string
  readonly say: (line: string) => void
}

const MiB = 1024 ** 2
const GiB = 1024 ** 3
/** Files of each folder that is chosen: the client's list takes 2,000 at once (R123). */
const SELECTIONS = [2000, 2000, 1000]
const FILES = 5000
const SUBFOLDERS = 20
/** Bytes of files, in turn. */
const SIZES = [8, 64, 900, 4096, 10_240, 10_240, 65_536, 300_000, 1_500_000, 40_000]
const MEMORY = 250 * 1000 ** 2
const PIECE = 16 * MiB
const LONG_MS = 3_600_000

export async function proveDesktop({ seed, gib, dir, say }: DesktopProofOptions): Promise<void> {
  const size = gib * GiB
  // In the person's folder, in the drive, and once more where it is downloaded to.
  const wanted = 3 * size + 3 * GiB
  if ((await freeBytes(dir)) < wanted) throw new Error(`${dir} needs ${Math.ceil(wanted / GiB)} GiB`)
  const folder = await mkdtemp(join(dir, 'clouddisk-desktop-'))
  const product = await Product.prepare(undefined, { dir })
  const client = new DesktopClient({
    origin: product.baseUrl,
    folder: join(folder, 'client'),
    downloads: join(folder, 'downloads'),
  })
  try {
    await product.start()
    const person = await product.person('dana_lee', null)
    const { toAcknowledge } = await person.call(currentUser, {})
    for (const asked of toAcknowledge) await person.call(acknowledge, asked)
    await person.call(saveSettings, { askDownloadPath: true, showLeadTip: false })
    for (const one of ['source', 'downloads']) await mkdir(join(folder, one))
    const mixed = await makeMixed(join(folder, 'source'), seed)
    const large = await makeLarge(join(folder, 'source', 'large.bin'), seed, size)
    say(
      `desktop: ${FILES} files of ${(mixed / MiB).toFixed(0)} MiB in all, and one of ${gib} GiB, seed ${seed}`,
    )

    await client.start()
    await signIn(client)
    await uploadFolders(client, join(folder, 'source'), say)
    await uploadLarge(client, large, size, say)
    await downloadAll(client, size, mixed, say)

    const compared = await compare(join(folder, 'source'), join(folder, 'downloads'))
    say(`desktop: ${compared.files} files, ${compared.bytes} bytes compared, no difference`)
    assert.deepEqual(await product.faults(), [])
  } finally {
    await client.endSession()
    await product.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const nameOf = (selection: number) => `folder ${selection}`

/** @returns bytes of all. */
async function makeMixed(folder: string, seed: number): Promise<number> {
  let total = 0
  let number = 0
  for (const [selection, count] of SELECTIONS.entries())
    for (let at = 0; at < count; at++) {
      const below = join(folder, nameOf(selection), `part ${at % SUBFOLDERS}`)
      if (at < SUBFOLDERS) await mkdir(below, { recursive: true })
      number += 1
      // Beside their size they differ in content, or they would be instant uploads.
      const content = bytesAt(seed + number, 0, SIZES[number % SIZES.length] ?? 1)
      await writeFile(join(below, `file ${number}.bin`), content)
      total += content.length
    }
  return total
}

async function makeLarge(path: string, seed: number, size: number): Promise<string> {
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < size; at += PIECE) await file.write(bytesAt(seed, at, Math.min(PIECE, size - at)))
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

async function signIn(client: DesktopClient): Promise<void> {
  await client.type('input[name="username"]', 'dana_lee')
  await client.type('input[name="password"]', PASSWORD)
  await client.inPage(`document.querySelector('button[type="submit"]').click()`)
  await client.until('the files', `location.pathname === '/disk/personalFile'`)
}

const finished = async (client: DesktopClient): Promise<number> =>
  (await client.call('countTransfers', {})).finished

/** @param act what is done meanwhile; it is called until it answers true. */
async function finish(
  client: DesktopClient,
  count: number,
  act: (done: number) => Promise<boolean> = async () => true,
): Promise<void> {
  const deadline = Date.now() + LONG_MS
  let acted = false
  while ((await finished(client)) < count) {
    if (!acted) acted = await act(await finished(client))
    if (Date.now() > deadline) throw new Error(`not finished: ${await stateOf(client)}`)
    await delay(500)
  }
  assert(acted, 'it finished before anything was done to it')
}

async function stateOf(client: DesktopClient): Promise<string> {
  const lists = ['uploadFile', 'downloadFile'] as const
  const pages = await Promise.all(
    lists.map((list) => client.call('pageTransfers', { list, pageNo: 1, pageSize: 3 })),
  )
  return JSON.stringify(pages)
}

const rate = (bytes: number, begun: number) =>
  `${(bytes / MiB / ((Date.now() - begun) / 1000)).toFixed(0)} MiB/s`
const memory = (client: DesktopClient) => {
  const bytes = peakBytes(client.pid)
  assert(bytes <= MEMORY, `the client took ${Math.round(bytes / 1000 ** 2)} MB`)
  return `${Math.round(bytes / 1000 ** 2)} MB at most`
}

/** Killed in the middle of the second: what was not finished is paused at the next start (R117). */
async function uploadFolders(
  client: DesktopClient,
  source: string,
  say: (line: string) => void,
): Promise<void> {
  const begun = Date.now()
  let sum = 0
  for (const [selection, count] of SELECTIONS.entries()) {
    await client.open('/disk/personalFile')
    await client.choose([join(source, nameOf(selection))], async () => {
      await client.press('More upload options')
      await client.press('Upload folder', 'menuitem')
    })
    sum += count
    const before = sum - count
    await finish(client, sum, async (done) => {
      if (selection !== 1) return true
      if (done < before + count / 4) return false
      await killAndGoOn(client, 'uploadFile')
      return true
    })
  }
  say(`desktop: ${FILES} files are up after ${((Date.now() - begun) / 1000).toFixed(0)} s, ${memory(client)}`)
}

type List = 'uploadFile' | 'downloadFile'

async function showList(client: DesktopClient, list: List): Promise<void> {
  await client.open('/disk/clientTransList')
  await client.pressLike(list === 'uploadFile' ? '^Upload' : '^Download', 'tab')
}

async function killAndGoOn(client: DesktopClient, list: List): Promise<void> {
  await client.kill()
  await client.start()
  const { uploading, downloading } = await client.call('countTransfers', {})
  assert.equal(uploading + downloading, 0, 'it goes on by itself after a start')
  await showList(client, list)
  await client.press('Resume all')
}

/** Nothing moves while it is paused. */
async function pauseAndGoOn(client: DesktopClient, list: List): Promise<void> {
  await showList(client, list)
  await client.press('Pause all')
  await client.until(
    'all to be paused',
    `clouddiskHost.countTransfers({}).then((counts) => counts.uploading + counts.downloading === 0)`,
  )
  const at = await largest(client, list)
  await delay(3000)
  assert.deepEqual(await largest(client, list), at)
  await client.press('Resume all')
}

const largest = async (client: DesktopClient, list: List) => {
  const { list: records } = await client.call('pageTransfers', { list, pageNo: 1, pageSize: 100 })
  const record = records.toSorted((a, b) => b.fileSize - a.fileSize)[0]
  return { status: record?.status, done: record?.finishedPartsSize ?? 0 }
}

async function uploadLarge(
  client: DesktopClient,
  path: string,
  size: number,
  say: (line: string) => void,
): Promise<void> {
  await client.open('/disk/personalFile')
  await client.choose([path], () => client.press('Upload'))
  forgetPeak(client.pid)
  const begun = Date.now()
  await finish(client, FILES + 1, steps(client, 'uploadFile', size, say))
  say(`desktop: the large file is up, ${rate(size, begun)} with all that, ${memory(client)}`)
}

/** Paused at a quarter, killed at a half; then it is left alone. */
function steps(client: DesktopClient, list: List, size: number, say: (line: string) => void) {
  let paused = false
  return async (): Promise<boolean> => {
    const { status, done } = await largest(client, list)
    if (status !== 'running') return false
    if (!paused && done > size / 4) {
      await pauseAndGoOn(client, list)
      say(`desktop: paused with ${Math.round((100 * done) / size)} %, ${memory(client)}`)
      paused = true
      return false
    }
    if (done < size / 2) return false
    say(`desktop: killed with ${Math.round((100 * done) / size)} %, ${memory(client)}`)
    if (list === 'uploadFile') await killAndGoOn(client, list)
    else {
      await client.endSession()
      await killAndGoOn(client, list)
    }
    return true
  }
}

async function downloadAll(
  client: DesktopClient,
  size: number,
  mixed: number,
  say: (line: string) => void,
): Promise<void> {
  const begun = Date.now()
  const before = FILES + 1
  let sum = 0
  for (const [selection, count] of SELECTIONS.entries()) {
    await download(client, nameOf(selection))
    sum += count
    await finish(client, before + sum)
  }
  say(`desktop: ${FILES} files are down, ${rate(mixed, begun)}, ${memory(client)}`)
  const large = Date.now()
  await download(client, 'large.bin')
  await finish(client, before + FILES + 1, steps(client, 'downloadFile', size, say))
  say(`desktop: the large file is down, ${rate(size, large)} with all that, ${memory(client)}`)
}

/** By its shortcut. */
async function download(client: DesktopClient, name: string): Promise<void> {
  await client.open('/disk/personalFile')
  const row = `document.querySelector('main [title="${name}"]')`
  await client.until(name, `${row} !== null`)
  await client.inPage(`${row}.click()`)
  await client.inPage(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'S', code: 'KeyS', ctrlKey: true, shiftKey: true, bubbles: true }))`)
}

/** Byte by byte. */
async function compare(source: string, copy: string): Promise<{ files: number; bytes: number }> {
  const [ours, theirs] = await Promise.all([pathsBelow(source), pathsBelow(copy)])
  assert.deepEqual(theirs, ours)
  let bytes = 0
  for (const path of ours) bytes += await compareFile(join(source, path), join(copy, path))
  return { files: ours.length, bytes }
}

async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function compareFile(path: string, other: string): Promise<number> {
  const [one, two] = await Promise.all([open(path), open(other)])
  const buffers = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)] as const
  let at = 0
  try {
    for (;;) {
      const [a, b] = await Promise.all([
        one.read(buffers[0], 0, PIECE, at),
        two.read(buffers[1], 0, PIECE, at),
      ])
      assert.equal(b.bytesRead, a.bytesRead, path)
      if (a.bytesRead === 0) return at
      assert(buffers[0].subarray(0, a.bytesRead).equals(buffers[1].subarray(0, a.bytesRead)), path)
      at += a.bytesRead
    }
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}
