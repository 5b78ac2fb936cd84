import { batchCreateFolder } from '@clouddisk/contract/files'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/chromium.ts'
import { PASSWORD, startServer } from '../support/server.ts'

/**
 * A list of 10,000 rows scrolls at 55 frames a second or more: slowly over rows that are not loaded yet, over the same
 * rows again, and through the whole list as fast as a dragged scroll bar. Needs a machine that does nothing else.
 */

const ROWS = 10_000
const ROWS_A_CALL = 500
const FPS_MIN = 55
const LIST = '[role=grid]'
const SCROLLS = [
  { name: 'rows that are not loaded yet', pixels: 60, ms: 3000 },
  { name: 'rows that are', pixels: 60, ms: 3000 },
  { name: 'the whole list', pixels: 1500, ms: 4000 },
]

export async function proveScroll(say: (line: string) => void): Promise<void> {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })
  try {
    const person = await server.addPerson('scroller')
    const folder = await fill(server.origin, person)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await openFolder(context, server.origin, person, folder)
    for (const { name, pixels, ms } of SCROLLS) {
      const fps = await page.evaluate(scroll, { list: LIST, pixels, ms })
      say(`scroll: ${name}, ${pixels} px a frame: ${fps.toFixed(1)} frames a second`)
      if (fps < FPS_MIN) throw new Error(`${name} scroll at ${fps.toFixed(1)} frames a second`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A folder with as many folders in it; its id. */
async function fill(origin: string, person: string): Promise<string> {
  const api = await signIn(origin, person, PASSWORD)
  const instanceName = 'many'
  for (let made = 0; made < ROWS; made += ROWS_A_CALL) {
    const children = Array.from({ length: ROWS_A_CALL }, (_, n) => ({ instanceName: `row ${made + n}` }))
    await api.call(batchCreateFolder, { parentId: '0', instanceName, children })
  }
  const [folder] = await api.list()
  if (!folder) throw new Error('the folder was not made')
  return folder.instanceId
}

async function openFolder(
  context: BrowserContext,
  origin: string,
  userName: string,
  folder: string,
): Promise<Page> {
  await context.request.post(`${origin}/disk/api/user/login`, {
    data: { userName, password: PASSWORD },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  const page = await context.newPage()
  await page.goto(`${origin}/disk/personalFile?folder=${folder}`)
  await page.locator(LIST).getByText('row 0', { exact: true }).waitFor()
  return page
}

/** In the page: scrolls to and fro for `ms` and answers the frames a second that were drawn. */
export async function scroll({
  list,
  pixels,
  ms,
}: {
  list: string
  pixels: number
  ms: number
}): Promise<number> {
  const element = document.querySelector(list)
  if (!element) throw new Error('there is no list')
  element.scrollTop = 0
  await new Promise((settled) => setTimeout(settled, 500))
  return new Promise((done) => {
    let step = pixels
    let frames = 0
    let begun = 0
    const frame = (now: number) => {
      begun ||= now
      if (now - begun >= ms) {
        done((frames / (now - begun)) * 1000)
        return
      }
      frames++
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 2) step = -pixels
      if (element.scrollTop <= 0) step = pixels
      element.scrollTop += step
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
