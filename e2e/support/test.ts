import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { startCeph } from '../../server/test/stores/ceph.ts'
import { freePort, type Reach } from '../../server/test/stores/reach.ts'
import { acknowledgeAll } from './acknowledge.ts'
import { type Desk, newDesk } from './desk.ts'
import { newProblems, type Problems } from './problems.ts'
import { PASSWORD, type Server, startServer } from './server.ts'

export { expect }
export type Words = 'zh-CN' | 'en-US'

interface WorkerFixtures {
  server: Server
}
interface TestFixtures {
  /** What browsers complain of fails the test at its end; a test says what it brings about on purpose. */
  problems: Problems
  /** A new person's account name. */
  person: string
  /** The same person by calls: to lay out what a test begins with, and to see what came of it. */
  api: Person
  /** A page signed in as that person, in Chinese. */
  drive: Page
  /** Real files on the machine. */
  desk: Desk
  /** A real store of S3's protocol. */
  store: Reach
}

/** Of a server or a store; above what their own programs may take. */
const START_MS = 180_000

/** One server a worker, one person a test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      const server = await startServer()
      await server.acknowledge('admin')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  problems: [
    async ({ browser, context }, use) => {
      const problems = newProblems()
      problems.watch(context)
      await use(problems)
      // An answer that a test still changes on its way is nobody's any more.
      for (const page of browser.contexts().flatMap((one) => one.pages()))
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      // Other browsers of this test; a page that is left open goes on following its server.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      expect(problems.found(), 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
  person: async ({ server }, use) => {
    await use(await newPerson(server))
  },
  api: async ({ server, person }, use) => {
    await use(await signIn(server.origin, person, PASSWORD))
  },
  drive: async ({ context, server, person }, use) => {
    await use(await signedIn(context, server, person))
  },
  // biome-ignore lint/correctness/noEmptyPattern: likewise
  desk: async ({}, use) => {
    const desk = await newDesk()
    await use(desk)
    await desk.clear()
  },
  store: [
    async ({ context }, use) => {
      const store = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), await freePort())
      try {
        await store.ready
        await use(store.reach)
        // A page that is left open goes on asking for it.
        await context.close()
      } finally {
        await store.stop()
      }
    },
    { timeout: START_MS },
  ],
})

export const newPerson = (
  server: Server,
  options?: { capacity?: number | null; newcomer?: boolean },
): Promise<string> => server.addPerson(`p_${randomUUID().slice(0, 8)}`, options)

/** A page at the person's files, or elsewhere below /disk/. */
export async function signedIn(
  context: BrowserContext,
  server: Server,
  person: string,
  path = '',
): Promise<Page> {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/${path}`)
  // Behind a dialog that the address opens it is hidden from assistive technology.
  await expect(page.getByRole('main', { includeHidden: true })).toBeVisible()
  return page
}

/** A browser of its own, as on another machine. */
export async function anotherBrowser(
  browser: Browser,
  problems: Problems,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
    ...options,
  })
  problems.watch(context)
  return context
}

/** Signs the browser in without its page, as the sign-in form's post does. Only a `newcomer` may be shown the tour. */
export async function signInByCall(
  context: BrowserContext,
  server: Server,
  person: string,
  newcomer = false,
): Promise<void> {
  const post = async (path: string, data: object) => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const answer = await context.request.post(`${server.origin}/disk/api/user/${path}`, { data, headers })
    expect(((await answer.json()) as { errcode: number }).errcode).toBe(0)
  }
  await post('login', { userName: person, password: PASSWORD })
  await acknowledgeAll(context.request, server.origin)
  if (!newcomer) await post('saveSettings', { showLeadTip: false })
}

/** What the page reads at its start: language, skin, mode and the like. Before the first `goto`. */
export async function preset(where: BrowserContext | Page, stored: Record<string, string>): Promise<void> {
  await where.addInitScript((entries) => {
    for (const [key, value] of entries)
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, Object.entries(stored))
  const looks = Object.entries(stored).flatMap(([key, value]) => {
    const name = key.replace('clouddisk.', '')
    return LOOKS.includes(name) ? [[name, value] as const] : []
  })
  if (looks.length === 0) return
  // As if the person had chosen it: what the server keeps goes before what the browser has.
  await where.route('**/disk/api/user/querySettings*', async (route) => {
    const answer = await route.fetch().catch(() => undefined)
    if (!answer) return route.abort().catch(() => undefined)
    const body = (await answer.json()) as { data: object }
    await route
      .fulfill({ response: answer, json: { ...body, data: { ...body.data, ...Object.fromEntries(looks) } } })
      .catch(() => undefined)
  })
}
const LOOKS = ['skin', 'theme', 'density']

export const speak = (where: BrowserContext | Page, language: Words): Promise<void> =>
  preset(where, { 'clouddisk.language': language })
