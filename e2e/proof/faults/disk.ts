import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rename, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DisposableStack } from '@clouddisk/server/boot'
import { type Person, sha256Of } from '../../../server/test/person.ts'
import { bytesOf, type Random } from '../../../server/test/random.ts'
import { openUpload, putObject, save } from '../../../server/test/transfer.ts'
import { Product } from '../product.ts'
import { attempt, expectDamaged, expectWhole, until } from './reader.ts'
import { type Kept, Uploader } from './uploader.ts'

/**
 * One server whose disk runs full under it, and whose disk rots: whoever uploads is told that there is no room, nothing
 * that was acknowledged is lost, and what waited goes up by itself once there is room again. What other bytes than came
 * lie on the disk are given to nobody as if they were right, and `scrub` names each, and no other.
 */

const run = promisify(execFile)
/** Below so much the server takes no content, which leaves the database room to go on. */
const DISK = '1600m'
const LEFT = 32 * 1024 ** 2
const BALLAST_STEP = 64 * 1024 ** 2
const FULL_MS = { from: 500, to: 3000 }
const WAYS = ['other bytes', 'cut short', 'gone'] as const
const PLANTED = 2

export interface OneServer {
  fill(random: Random): Promise<DiskReport>
  plant(random: Random): Promise<DiskReport>
  examine(): Promise<string>
  close(): Promise<void>
}

export async function openOneServer(random: Random): Promise<OneServer> {
  const cleanup = new DisposableStack()
  try {
    const home = await mkdtemp(join(tmpdir(), 'clouddisk-full-'))
    cleanup.defer(() => rm(home, { recursive: true, force: true }))
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', home])
    cleanup.defer(async () => void (await run('umount', ['-l', home])))
    const product = await Product.prepare(undefined, { dir: home })
    cleanup.defer(() => product.remove())
    await product.start()
    const uploader = new Uploader(await product.person('owner', null), random.fork())
    cleanup.defer(() => uploader.stop())
    return new Disk(home, product, uploader, cleanup)
  } catch (error) {
    await cleanup.close().catch(() => undefined)
    throw error
  }
}

export interface DiskReport {
  readonly story: string
  readonly uploads: number
  /** Of these, what came many in a call. */
  readonly together: number
  readonly bytes: number
  readonly planted: number
}

class Disk implements OneServer {
  readonly #home: string
  readonly #product: Product
  readonly #uploader: Uploader
  readonly #cleanup: DisposableStack
  #rounds = 0

  constructor(home: string, product: Product, uploader: Uploader, cleanup: DisposableStack) {
    this.#home = home
    this.#product = product
    this.#uploader = uploader
    this.#cleanup = cleanup
  }

  get #person(): Person {
    return this.#uploader.person
  }

  async fill(random: Random): Promise<DiskReport> {
    const before = this.#uploader.kept.length
    const together = this.#uploader.together
    await this.#uploader.begin(`round ${++this.#rounds}`, random.pick(['together', 'alone']))
    await delay(random.int(300))
    const ballast = join(this.#home, 'ballast')
    await fillUp(this.#home, ballast)
    // Room is looked at once a second.
    await delay(1100)
    const said = await this.#refused(random)
    const ms = random.between(FULL_MS.from, FULL_MS.to)
    await delay(ms)
    await expectWhole(this.#person, this.#uploader.kept)
    await rm(ballast)
    await this.#uploader.settle()
    const bytes = await expectWhole(this.#person, this.#uploader.kept.slice(before))
    const uploads = this.#uploader.kept.length - before
    return {
      story: `disk full for ${ms + 1100} ms, uploads told ${said}`,
      uploads,
      together: this.#uploader.together - together,
      bytes,
      planted: 0,
    }
  }

  /** What somebody is told who brings a file now. */
  async #refused(random: Random): Promise<string> {
    const bytes = bytesOf(random.int(0x7fff_ffff), 100_000)
    const upload = { parentId: '0', name: `none ${this.#rounds}`, bytes, hashes: 'after' } as const
    const check = await openUpload(this.#person, upload)
    const answer = await putObject(this.#person, check, bytes)
    const text = await answer.text()
    assert.equal(answer.status, 507, text)
    // Nothing is in the way of another try.
    this.#later.push(async () => {
      const again = await putObject(this.#person, check, bytes)
      assert.equal(again.status, 200)
      const { instanceId } = await save(this.#person, upload, check)
      assert.equal(sha256Of(await this.#person.download(instanceId)), sha256Of(bytes))
    })
    return /<Code>(\w+)</.exec(text)?.[1] ?? text
  }

  readonly #later: (() => Promise<void>)[] = []

  async plant(random: Random): Promise<DiskReport> {
    const before = this.#uploader.kept.length
    const together = this.#uploader.together
    await this.#uploader.begin(`round ${++this.#rounds}`, random.pick(['together', 'alone']))
    await this.#uploader.settle()
    const folder = join(this.#product.dataDir, 'objects', 'stored')
    const uploads = this.#uploader.kept.length - before
    const names = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
    const chosen: { kept: Kept; path: string; way: (typeof WAYS)[number] }[] = []
    for (const way of WAYS)
      for (let n = 0; n < PLANTED; n++) {
        const able = this.#uploader.kept.filter(
          (kept) =>
            kept.size > 0 &&
            chosen.every((one) => one.kept.seed !== kept.seed) &&
            this.#uploader.kept.filter(({ seed }) => seed === kept.seed).length === 1,
        )
        const kept = random.pick(able)
        const path = await this.#pathOf(kept, names)
        await spoil(way, path, kept, random)
        chosen.push({ kept, path, way })
      }
    const { output } = await this.#product.cli('scrub', '--json')
    const { faults } = JSON.parse(output) as { faults: { id: string }[] }
    assert.equal(faults.length, chosen.length, `scrub finds what was planted, and nothing else: ${output}`)
    for (const { kept, way } of chosen)
      assert.equal(await attempt(this.#person, kept), false, `${kept.instanceId} (${way}) was given out`)
    for (const { kept, way } of chosen) if (way !== 'gone') await expectDamaged(this.#person, kept)
    for (const { kept, path } of chosen) {
      await writeFile(`${path}.back`, bytesOf(kept.seed, kept.size))
      await rename(`${path}.back`, path)
    }
    await until(async () => {
      await this.#product.readAgain()
      for (const { kept } of chosen) await expectWhole(this.#person, [kept])
    })
    assert.deepEqual(await this.#product.faults(), [], 'nothing is wrong once all is as it was')
    return {
      story: `${chosen.length} objects on the disk spoiled`,
      uploads,
      together: this.#uploader.together - together,
      bytes: 0,
      planted: chosen.length,
    }
  }

  async #pathOf({ seed, size }: Kept, names: readonly string[]): Promise<string> {
    const wanted = sha256Of(bytesOf(seed, size))
    for (const name of names) {
      const bytes = await readFile(name).catch(() => undefined)
      if (bytes?.length === size && sha256Of(bytes) === wanted) return name
    }
    throw new Error('content lies nowhere')
  }

  async examine(): Promise<string> {
    for (const again of this.#later.splice(0)) await again()
    await this.#uploader.expectAll()
    const bytes = await expectWhole(this.#person, this.#uploader.kept)
    for (const command of ['doctor', 'scrub']) {
      const { ok, output } = await this.#product.cli(command)
      assert.ok(ok, `${command}: ${output}`)
    }
    return `${this.#uploader.kept.length} files of ${Math.round(bytes / 1e6)} MB on the disk compared, doctor and scrub found nothing`
  }

  close(): Promise<void> {
    return this.#cleanup.close()
  }
}

/** To the last bytes, by something that is not ours. */
async function fillUp(home: string, ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(home)
  let bytes = bavail * bsize - LEFT
  for (; bytes > 0; bytes -= BALLAST_STEP)
    await writeFile(ballast, Buffer.alloc(Math.min(bytes, BALLAST_STEP)), { flag: 'a' })
}

async function spoil(
  way: (typeof WAYS)[number],
  path: string,
  { seed, size }: Kept,
  random: Random,
): Promise<void> {
  if (way === 'gone') return rm(path)
  if (way === 'cut short') return truncate(path, random.int(size))
  const other = bytesOf(seed, size)
  const at = random.int(size)
  other[at] = (other[at] ?? 0) ^ (1 << random.int(8))
  await writeFile(`${path}.other`, other)
  await rename(`${path}.other`, path)
}
