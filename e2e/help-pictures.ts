import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'
import { bellScenes } from './screens/bell-scenes.ts'
import { makeContent } from './screens/content.ts'
import { groupScenes } from './screens/group-scenes.ts'
import { linkScenes } from './screens/link-scenes.ts'
import { logScenes } from './screens/log-scenes.ts'
import { previewScenes } from './screens/preview-scenes.ts'
import { scenes } from './screens/scenes.ts'
import { searchScenes } from './screens/search-scenes.ts'
import { sharingScenes } from './screens/sharing-scenes.ts'
import { makeWorld, type Scene, take } from './screens/stage.ts'
import { transferScenes } from './screens/transfer-scenes.ts'
import { versionScenes } from './screens/version-scenes.ts'
import { newDesk } from './support/desk.ts'
import { startServer } from './support/server.ts'

/**
 * The pictures of the help, in both languages: `npm run help-pictures [-- part of a name]`. It starts the product on a throwaway
 * data folder; the page is what `npm start` has built.
 */

interface Picture {
  /** As a text of the help names it. */
  readonly name: string
  readonly scenes: readonly Scene[]
  readonly scene: string
  /** What of the screen, which is 1280 × 900, is kept. */
  readonly crop?: Crop
}
type Crop = readonly [left: number, top: number, width: number, height: number]

const ALL: Crop = [0, 0, 1280, 900]
/** Around a dialog in the middle. */
const DIALOG: Crop = [240, 40, 800, 820]

const PICTURES: readonly Picture[] = [
  { name: 'files', scenes, scene: 'files', crop: [0, 0, 1280, 720] },
  { name: 'transfers', scenes: transferScenes, scene: 'transfers', crop: [640, 100, 640, 800] },
  { name: 'transfer-error', scenes: transferScenes, scene: 'transfers-help', crop: [640, 100, 640, 800] },
  { name: 'conflict', scenes: transferScenes, scene: 'same-name-upload', crop: DIALOG },
  { name: 'quick-search', scenes: searchScenes, scene: 'quick-search', crop: [200, 40, 880, 760] },
  { name: 'preview', scenes: previewScenes, scene: 'preview-pdf-outline' },
  { name: 'versions', scenes: versionScenes, scene: 'versions', crop: DIALOG },
  { name: 'recycle-bin', scenes, scene: 'bin', crop: [0, 0, 1280, 640] },
  { name: 'share', scenes: sharingScenes, scene: 'share-dialog', crop: [200, 10, 880, 880] },
  { name: 'link', scenes: linkScenes, scene: 'link-new', crop: DIALOG },
  { name: 'groups', scenes: groupScenes, scene: 'groups', crop: [0, 0, 1280, 640] },
  { name: 'members', scenes: groupScenes, scene: 'group-members', crop: [180, 40, 920, 820] },
  { name: 'notifications', scenes: bellScenes, scene: 'bell', crop: [640, 0, 640, 720] },
  { name: 'shortcuts', scenes, scene: 'shortcuts', crop: [120, 20, 1040, 820] },
  { name: 'administration', scenes: logScenes, scene: 'admin-overview', crop: [0, 0, 1280, 820] },
]
const LANGUAGES = ['zh-CN', 'en-US'] as const
const BYTES_MAX = 60 * 1024

const folder = fileURLToPath(new URL('../web/src/features/help/pictures', import.meta.url))
const wanted = new RegExp(process.argv[2] ?? '')
const shots = join(tmpdir(), 'help-pictures')
await mkdir(shots, { recursive: true })
const browser = await chromium.launch(config.use?.launchOptions)
const server = await startServer()
const desk = await newDesk()
try {
  const world = await makeWorld(server, browser, desk, await makeContent(browser))
  for (const { name, scenes: all, scene: sceneName, crop = ALL } of PICTURES) {
    if (!wanted.test(name)) continue
    const scene = all.find((one) => one.name === sceneName)
    if (!scene) throw new Error(`no scene ${sceneName}`)
    for (const language of LANGUAGES) {
      const file = `${name}.${language.slice(0, 2)}`
      const shot = join(shots, `${file}.png`)
      try {
        await take(world, scene, { language, look: 'light', width: 1280 }, { file: shot, withAxe: false })
        console.log(`${file}: ${await compress(shot, join(folder, `${file}.webp`), crop)} bytes`)
      } catch (error) {
        console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
        process.exitCode = 1
      }
    }
  }
  await writeSizes()
} finally {
  await browser.close()
  await server.stop()
  await desk.clear()
  await rm(shots, { recursive: true, force: true })
}

/** As good as fits; the size in bytes. */
async function compress(from: string, to: string, crop: Crop): Promise<number> {
  const page = await browser.newPage()
  const shot = (await readFile(from)).toString('base64')
  let bytes: Buffer
  let quality = 0.9
  do {
    quality -= 0.08
    bytes = Buffer.from(await page.evaluate(asWebP, { shot, crop, quality }), 'base64')
  } while (bytes.length > BYTES_MAX && quality > 0.4)
  await page.close()
  await writeFile(to, bytes)
  return bytes.length
}

/** Runs in the browser: crops and scales a picture, and returns it as WebP in base64. */
async function asWebP({
  shot,
  crop,
  quality,
}: {
  shot: string
  crop: Crop
  quality: number
}): Promise<string> {
  const [left, top, width, height] = crop
  const picture = new Image()
  picture.src = `data:image/png;base64,${shot}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(picture, -left, -top)
  return canvas.toDataURL('image/webp', quality).slice('data:image/webp;base64,'.length)
}

/** Of all pictures, so that the page keeps their place before they have come. */
async function writeSizes(): Promise<void> {
  const rows = PICTURES.flatMap(({ name, crop: [, , width, height] = ALL }) =>
    LANGUAGES.map((language) => `  '${name}.${language.slice(0, 2)}': [${width}, ${height}],`),
  )
  const text = `/** Written by e2e/help-pictures.ts: width and height of each picture. */
export const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
${rows.join('\n')}
}
`
  await writeFile(join(folder, 'sizes.ts'), text)
}
