import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atMost, type Figure } from '../figures.ts'
import { parts } from '../load/content.ts'
import { type DrivePage, openBrowser, openDrive } from '../sides/page.ts'
import { settle } from '../sides/processes.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

/** From the choice of a file to the page's word that it has come, beside the same page where it hashes all of it first. */

const MiB = 1024 * 1024
/** The page asks before it takes 500 MiB. */
const SIZE = 496 * MiB
const PART = 8 * MiB

export async function chromium(stage: Stage): Promise<Figure[]> {
  const folder = join(stage.folder, 'chosen')
  await mkdir(folder)
  const browser = await openBrowser()
  try {
    const { origin } = stage.product
    const whileHashing = await openDrive(browser, origin, ADMIN)
    const hashFirst = await openDrive(browser, origin, ADMIN, { hashFirst: true })
    const { ours, others } = await interleave(
      stage,
      () => upload(folder, whileHashing, false),
      () => upload(folder, hashFirst, true),
    )
    const name = `Chromium: ${SIZE / MiB} MiB from choice to finished`
    return [
      { name, unit: 's', ours, other: { name: 'hash, then upload', values: others }, line: atMost(0.85) },
    ]
  } finally {
    await browser.close()
  }
}

/** Seconds for a file that nobody has seen yet. */
async function upload(folder: string, page: DrivePage, first: boolean): Promise<number> {
  const seed = newSeed()
  const path = join(folder, `${seed}.bin`)
  await writeFile(path, parts(seed, SIZE, PART))
  await settle()
  const { ms, hashedFirst } = await page.upload(path)
  await rm(path)
  if (hashedFirst !== first) throw new Error(`the page hashed ${first ? 'nothing' : 'all'} before it asked`)
  return ms / 1000
}
