import assert from 'node:assert/strict'
import { LIMITS } from '@clouddisk/contract/limits'
import { bringBackBig, bringBackFolder } from './browser/downloads.ts'
import { bytesIn, MB, writeBig, writeFolder } from './browser/files.ts'
import { BIG, FOLDER, Scene } from './browser/scene.ts'
import { declineBatches, sendBig } from './browser/uploads.ts'

/**
 * What a new user does, in a real browser: a large file and a folder of as many files as the list takes are dropped
 * onto the page. The large one is paused while the folder goes up in batches, its browser is killed, its network is cut; nothing that the server has
 * acknowledged is sent again, and what is downloaded is what was dropped, byte for byte.
 */

export interface BrowserOptions {
  readonly seed: number
  /** Of the large file, MiB. */
  readonly size: number
  readonly say: (line: string) => void
}

/** A smaller file is up before all of it could be done to it, MiB. */
const SMALLEST = 256

export async function proveBrowser({ seed, size, say }: BrowserOptions): Promise<void> {
  if (!(size >= SMALLEST)) throw new Error(`--size is in MiB, at least ${SMALLEST}`)
  const scene = await Scene.prepare((line) => say(`browser: ${line}`))
  try {
    const count = LIMITS.uploadFilesWeb
    const big = { size: size * MB, sha256: await writeBig(scene.desk.at(BIG), size * MB, seed) }
    const files = await writeFolder(scene.desk.at(FOLDER), count, seed)
    say(
      `browser: seed ${seed}, a file of ${size} MiB and ${count} files of ${mib(bytesIn(files))} MiB in all`,
    )
    await scene.begin()
    await declineBatches(scene, count)
    await sendBig(scene, big.size, files)
    await bringBackBig(scene, big)
    await bringBackFolder(scene, files)
    const { ok, output } = await scene.product.cli('doctor')
    assert.ok(ok, output)
    say('browser: doctor finds rows, ledgers and bytes in agreement')
  } catch (error) {
    const picture = await scene.picture()
    throw new Error(`browser, seed ${seed}, the page then: ${picture}\n${scene.product.log()}`, {
      cause: error,
    })
  } finally {
    await scene.end()
  }
}

const mib = (bytes: number): string => (bytes / MB).toFixed(0)
