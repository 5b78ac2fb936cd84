import { existsSync } from 'node:fs'
import { login, publicConfig } from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { type Browser, chromium, type Page } from '@playwright/test'
import { acknowledgeAll } from '../../e2e/support/acknowledge.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../e2e/support/chromium.ts'
import { Unavailable } from './processes.ts'

/** The product's own page in Chromium, at a person's files. */

const WORDS = 'en-US'
/** Above so many files the page asks whether it is to send them. */
const UNASKED_MAX = 99
const LATE_MS = 900_000
/** The page waits for the hashes of what fits into one part: the answer may be that nothing need be sent. */
const PART_OF_ALL = 2 ** 40

export interface DrivePage {
  /** Chooses files in the page; milliseconds until the page says that all have come, and whether it had hashed the first whole before it asked. */
  upload(paths: string | readonly string[]): Promise<{ ms: number; hashedFirst: boolean }>
}

export function findChromium(): void {
  if (existsSync(CHROMIUM)) return
  throw new Unavailable(
    'Chromium is what uploads are tried out in, and it is not here. ' +
      'Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its path.',
  )
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })

/**
 * A person's files in a browser of its own.
 * @param hashFirst the page is told that everything fits into one part. It then hashes all of a file before it asks for
 * it, and sends the parts that the server names in the same way.
 */
export async function openDrive(
  browser: Browser,
  origin: string,
  person: { userName: string; password: string },
  { hashFirst = false } = {},
): Promise<DrivePage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: WORDS })
  await context.addInitScript((words) => localStorage.setItem('clouddisk.language', words), WORDS)
  if (hashFirst) await context.addInitScript(growParts, { path: pathOf(publicConfig), bytes: PART_OF_ALL })
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const signedIn = await context.request.post(origin + pathOf(login), { data: person, headers })
  if (!signedIn.ok()) throw new Error(`signing in answered ${signedIn.status()}`)
  // Without the tour of a new person.
  await context.request.post(origin + pathOf(saveSettings), { data: { showLeadTip: false }, headers })
  await acknowledgeAll(context.request, origin)
  const page = await context.newPage()
  await page.goto(`${origin}/disk/`)
  await page.getByRole('main').waitFor()
  return { upload: (paths) => upload(page, [paths].flat()) }
}

async function upload(page: Page, paths: readonly string[]): Promise<{ ms: number; hashedFirst: boolean }> {
  const asked: (string | null)[] = []
  const check = pathOf(checkUploadAble)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === check) asked.push(request.postData())
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const picker = await chooser
  const done = page.evaluate(uploaded, LATE_MS)
  let begun = performance.now()
  await picker.setFiles([...paths])
  if (paths.length > UNASKED_MAX) {
    const confirm = page.getByRole('button', { name: 'Upload here' })
    await confirm.waitFor()
    begun = performance.now()
    await confirm.click()
  }
  await done
  const ms = performance.now() - begun
  page.removeAllListeners('request')
  return { ms, hashedFirst: asked[0]?.includes('"sha256"') ?? false }
}

/** In the page: what it is told of the limits is changed on its way. */
function growParts({ path, bytes }: { path: string; bytes: number }): void {
  const { fetch } = globalThis
  globalThis.fetch = async (...asked) => {
    const answer = await fetch(...asked)
    const [what] = asked
    const url = new URL(what instanceof Request ? what.url : what, location.origin)
    if (url.pathname !== path) return answer
    const envelope = await answer.json()
    envelope.data.limits.partBytes = bytes
    return Response.json(envelope)
  }
}

/** In the page: as soon as the header's button counts nothing on its way up any more, once it has counted something. */
function uploaded(lateMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let began = false
    const look = () => {
      const [, up] = /Transfers: (\d+) uploading/.exec(document.body.textContent) ?? []
      if (up === undefined) return
      if (up !== '0') began = true
      else if (began) {
        watch.disconnect()
        resolve()
      }
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    setTimeout(() => reject(new Error(`the page says: ${document.body.innerText}`)), lateMs)
  })
}
