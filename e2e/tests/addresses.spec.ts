import type { Page } from '@playwright/test'
import { expect, signedIn, test } from '../support/test.ts'

/** How addresses lead to pages (A§2): however a known one is spelled, and what becomes of unknown ones. */

const OF_EVERYBODY = [
  'personalFile',
  'groupFile',
  'fileShare',
  'mySharing',
  'myCollect',
  'recycleBin',
  'personalTable',
]
const OF_ADMINISTRATORS = [
  'users',
  'departments',
  'leavers',
  'groups',
  'roles',
  'roles/viewer',
  'files',
  'recycle',
  'logs',
  'sessions',
  'second-factor',
  'uploads',
  'links',
  'content-rules',
  'quarantine',
  'whitelist',
  'tokens',
  'sign-in',
  'nodes',
  'clusters',
  'sites',
  'storage',
  'clouds',
  'libraries',
  'platforms',
  'overview',
  'texts',
  'feedback',
  'config',
].map((page) => `admin/${page}`)
const OF_NOBODY = ['ADlogin', 'error/403', 'error/404', 'error/500']

const heading = (page: Page) => page.getByRole('main').getByRole('heading').first()

/** As people type it or a chat program turns it: the part behind the last known name is an id and keeps its case. */
function spellings(route: string): string[] {
  const [, known = '', id = ''] = /^(.*?)(\/viewer)?$/.exec(route) ?? []
  const upper = known.toUpperCase() + id
  const swapped = known.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return [`${route}/`, upper, `${upper}/`, swapped + id]
}

async function leadsThere(page: Page, origin: string, route: string): Promise<void> {
  await page.goto(`${origin}/disk/${route}`)
  // Not what stands there while the page's part loads.
  await expect(heading(page)).toHaveText(/^(?!正在加载)./)
  const title = await heading(page).innerText()
  for (const spelling of spellings(route)) {
    await page.goto(`${origin}/disk/${spelling}?kept=1%202#and-this`)
    await expect(page, spelling).toHaveURL(
      (url) =>
        url.pathname === `/disk/${route}` &&
        url.searchParams.get('kept') === '1 2' &&
        url.hash === '#and-this',
    )
    await expect(heading(page), spelling).toHaveText(title)
    await expect(page.getByText('地址不存在')).toHaveCount(0)
  }
}

for (const route of [...OF_EVERYBODY, ...OF_NOBODY])
  test(`/${route} is reached with a trailing slash and in another case`, async ({ drive, server }) => {
    await leadsThere(drive, server.origin, route)
  })

for (const route of OF_ADMINISTRATORS)
  test(`/${route} is reached with a trailing slash and in another case`, async ({ context, server }) => {
    await leadsThere(await signedIn(context, server, 'admin'), server.origin, route)
  })

for (const start of ['admin', 'admin/', 'ADMIN', 'Admin//'])
  test(`/${start} is the first page of the administration`, async ({ context, server }) => {
    const page = await signedIn(context, server, 'admin', start)
    await expect(page).toHaveURL(`${server.origin}/disk/admin/users`)
    await expect(page.getByText('地址不存在')).toHaveCount(0)
  })

test('the table has every page of both menus, and the administration’s all of its own (R226, R227)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin')
  const links = async () =>
    (
      await page
        .getByRole('navigation')
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    ).map((path) => path.replace('/disk/', ''))
  const known = [...OF_EVERYBODY, ...OF_ADMINISTRATORS]
  await expect.poll(async () => (await links()).length).toBeGreaterThan(4)
  expect(known).toEqual(expect.arrayContaining(await links()))
  await page.goto(`${server.origin}/disk/admin/users`)
  const parts = ['admin/departments', 'admin/roles/viewer']
  const listed = OF_ADMINISTRATORS.filter((path) => !parts.includes(path))
  await expect.poll(links).toEqual(expect.arrayContaining(listed))
  expect(known).toEqual(expect.arrayContaining(await links()))
})

test('the sign-in page is reached so too, and leads back', async ({ page, server, person }) => {
  const service = encodeURIComponent('/disk/recycleBin/')
  for (const spelling of ['login/', 'Login', 'LOGIN/']) {
    await page.goto(`${server.origin}/disk/${spelling}?service=${service}`)
    await expect(page).toHaveURL((url) => url.pathname === '/disk/login' && url.searchParams.has('service'))
  }
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill('Right-horse-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.origin}/disk/recycleBin`)
  await expect(heading(page)).toHaveText('回收站')
})

for (const start of ['', 'index', 'index.html', 'home', 'Index', 'HOME/'])
  test(`/${start} is the personal files`, async ({ drive, server }) => {
    await drive.goto(`${server.origin}/disk/${start}`)
    await expect(drive).toHaveURL(`${server.origin}/disk/personalFile`)
    await expect(heading(drive)).toBeVisible()
    await expect(drive.getByText('地址不存在')).toHaveCount(0)
  })

for (const nowhere of ['nothing', 'personalFiles', 'personalFile/below', 'login/x', 'error', 'error/403/x'])
  test(`/${nowhere} says that there is no such address, and leads to the personal files`, async ({
    drive,
    server,
  }) => {
    await drive.goto(`${server.origin}/disk/${nowhere}`)
    await expect(drive.getByText('地址不存在')).toBeVisible()
    await expect(drive).toHaveURL(`${server.origin}/disk/personalFile`)
    await expect(heading(drive)).toBeVisible()
  })

for (const nowhere of ['admin/nothing', 'admin/users/nothing', 'admin/roles/viewer/x'])
  test(`/${nowhere} does so for an administrator`, async ({ context, server }) => {
    const page = await signedIn(context, server, 'admin', nowhere)
    await expect(page.getByText('地址不存在')).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/disk/personalFile`)
    await expect(heading(page)).toBeVisible()
  })
