import { createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { choose, expectChosen, expectNames, list, main, menuOf, nameIn, row } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** What lists show of their items, and that nothing around them moves or lies. */

const photo = (at: number) => `IMG_20260714_华东区域供应商大会 👨‍👩‍👧‍👦 1530${at + 10}.jpg`

for (const width of [1440, 390])
  test(`tiles tell names of one series apart, in two lines, at ${width} px`, async ({ drive, api }) => {
    for (let at = 0; at < 8; at++) {
      await api.call(createFolder, { parentId: '0', instanceName: `华东区域供应商大会现场照片第 ${at} 天` })
      await api.upload('0', photo(at), Buffer.from(`x${at}`))
    }
    await drive.evaluate(() => localStorage.setItem('clouddisk.files.view', 'grid'))
    await drive.getByRole('radio', { name: '网格' }).click()
    await drive.setViewportSize({ width, height: 1800 })
    await expect(row(drive, photo(7))).toBeVisible()
    const shown = await main(drive)
      .locator('[role=gridcell]:visible [title]')
      .evaluateAll((names) =>
        names.map((name) => {
          const lines = [...name.querySelectorAll<HTMLElement>('[aria-hidden]')]
          return {
            title: name.getAttribute('title'),
            text: lines.map((line) => line.innerText).join('\n'),
            lines: lines.length,
            cut: lines.some((line) => line.scrollWidth > line.clientWidth + 1),
          }
        }),
      )
    expect(shown).toHaveLength(16)
    expect(new Set(shown.map(({ text }) => text)).size).toBe(16)
    expect(shown.filter(({ lines, cut }) => lines > 2 || cut)).toEqual([])
    expect(shown.map(({ title }) => title)).toContain(photo(3))
    for (const { text } of shown.slice(8)) expect(text).toMatch(/1530\d\d\.jpg$/)
  })

test('share, favorite and more are on the row under the pointer, and under the keyboard', {
  tag: '@core',
}, async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('x'))
  await api.upload('0', 'b.txt', Buffer.from('x'))
  const operation = (name: string) => row(drive, 'b.txt').getByRole('button', { name })
  await expect(row(drive, 'b.txt')).toBeVisible()
  await expect(operation('收藏')).toHaveCount(0)
  await row(drive, 'b.txt').hover()
  await operation('收藏').click()
  await expect(row(drive, 'b.txt').getByRole('img', { name: '已收藏' })).toBeVisible()
  await operation('更多').click()
  await expect(drive.getByRole('menuitem', { name: '重命名' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await operation('共享').click()
  await expect(drive.getByRole('dialog').getByText('b.txt')).toBeVisible()
  await drive.getByRole('dialog').getByRole('button', { name: '取消' }).click()

  await drive.mouse.move(5, 5)
  await expect(operation('更多')).toHaveCount(0)
  await list(drive).focus()
  await drive.keyboard.press('End')
  await expect(operation('共享')).toBeVisible()
  await drive.keyboard.press('s')
  await expect(row(drive, 'b.txt').getByRole('img', { name: '已收藏' })).toHaveCount(0)
})

test('columns stand near the names on a wide screen', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('x'))
  const left = async (name: string) =>
    (await drive.getByRole('columnheader', { name }).boundingBox())?.x ?? Number.NaN
  await expect(row(drive, 'a.txt')).toBeVisible()
  expect((await left('修改人')) - (await left('名称'))).toBeLessThan(640)
})

test('the filter stays while items are chosen, and narrows what is chosen', async ({ drive, api }) => {
  for (const name of ['报告甲.txt', '报告乙.txt', '照片.jpg']) await api.upload('0', name, Buffer.from('x'))
  const filter = main(drive).getByRole('searchbox')
  await filter.fill('报告')
  await expectNames(drive, ['报告甲.txt', '报告乙.txt'])
  await list(drive).focus()
  await drive.keyboard.press('Control+a')
  const bar = main(drive).getByRole('toolbar')
  await expect(bar).toContainText('2')
  await expect(filter).toBeVisible()
  await expect(filter).toHaveValue('报告')
  await filter.fill('甲')
  await expectNames(drive, ['报告甲.txt'])
  await expectChosen(drive, ['报告甲.txt'])
  // Everything has room at every width.
  for (const width of [1440, 1280, 1024, 800]) {
    await drive.setViewportSize({ width, height: 900 })
    const overflow = () => bar.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(overflow, `${width} px`).toBeLessThanOrEqual(0)
    await expect(filter).toBeVisible()
  }
})

test('the details are of what is chosen, not of what took its place', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from('x'))
  await drive.reload()
  const panel = drive.getByRole('complementary', { name: '属性' })
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Alt+Enter')
  await expect(panel.getByRole('heading', { name: 'a.txt' })).toBeVisible()
  await menuOf(drive, 'a.txt')
  await choose(drive, '移动到…')
  const dialog = drive.getByRole('dialog', { name: '移动到' })
  await dialog.getByRole('treeitem', { name: '归档' }).click()
  await dialog.getByRole('button', { name: '移动到此处' }).click()
  await expectNames(drive, ['归档', 'b.txt'])
  await expect(panel.getByRole('heading', { name: /txt/ })).toHaveCount(0)
  // Asked for, the row under the keyboard is shown all the same.
  await list(drive).focus()
  await drive.keyboard.press('ArrowUp')
  await drive.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'b.txt' })).toBeVisible()
})

test('the first group stands in the list when its dialog closes', async ({ drive }) => {
  await drive.getByRole('link', { name: '群组文件' }).click()
  await expect(main(drive).getByText('还没有群组')).toBeVisible()
  await drive.getByRole('button', { name: '新建群组' }).first().click()
  const dialog = drive.getByRole('dialog', { name: '新建群组' })
  const name = `第一个 ${Date.now()}`
  await dialog.getByLabel(/名称/).fill(name)
  const lists = await hold(drive, isCall('group/page'))
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await lists.arrived
  await expect(dialog).toBeVisible()
  // As soon as the dialog goes there is no list without it.
  const seen = drive.evaluate(
    (made) =>
      new Promise<boolean>((done) => {
        const look = () =>
          document.querySelector('[role=dialog]')
            ? requestAnimationFrame(look)
            : done(document.querySelector('main')?.innerText.includes(made) ?? false)
        look()
      }),
    name,
  )
  await lists.release()
  expect(await seen).toBe(true)
})

const primaries = (page: Page) =>
  page.locator('main button:visible').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const probe = document.createElement('i')
        probe.style.color = 'var(--accent)'
        document.body.append(probe)
        const accent = getComputedStyle(probe).color
        probe.remove()
        return getComputedStyle(button).backgroundColor === accent
      })
      .map((button) => button.textContent),
  )

const PAGES = ['personalFile', 'groupFile', 'fileShare', 'mySharing', 'myCollect', 'recycleBin']
const ADMIN_PAGES = [
  'users',
  'leavers',
  'groups',
  'roles',
  'files',
  'recycle',
  'logs',
  'sessions',
  'uploads',
  'links',
  'content-rules',
  'nodes',
  'clusters',
  'sites',
  'clouds',
  'libraries',
  'storage',
  'overview',
]

test('an empty page has one primary button at most', async ({ drive, server }) => {
  for (const path of PAGES) {
    await drive.goto(`${server.origin}/disk/${path}`)
    await expect(main(drive).getByRole('heading').first()).toBeVisible()
    await drive.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
    // The upload and its menu are one button in two parts.
    const found = new Set(await primaries(drive))
    found.delete('')
    expect([...found].length, `${path}: ${[...found]}`).toBeLessThanOrEqual(1)
  }
})

test('a page of the administration has one primary button at most', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin')
  for (const path of ADMIN_PAGES) {
    await page.goto(`${server.origin}/disk/admin/${path}`)
    await expect(main(page).getByRole('heading').first()).toBeVisible()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
    expect((await primaries(page)).length, path).toBeLessThanOrEqual(1)
  }
})

for (const [place, width] of [
  ['personalFile', 1440],
  ['personalFile', 390],
  ['admin/roles', 1440],
] as const)
  test(`nothing in the header moves when the bell comes: ${place} at ${width} px`, async ({
    context,
    server,
  }) => {
    const page = await signedIn(context, server, 'admin')
    await page.setViewportSize({ width, height: 900 })
    let letIn = () => {}
    const arrived = new Promise<void>((done) => {
      letIn = done
    })
    await page.route(/\/assets\/bell-/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(`${server.origin}/disk/${place}`)
    const header = page.locator('header').first()
    const account = header.getByRole('button').last()
    await expect(account).toBeVisible()
    await expect(header.getByRole('button', { name: '通知' })).toHaveCount(0)
    const places = () =>
      header
        .locator('button:not([aria-label*="通知"]), [role=meter]')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    if (place === 'personalFile' && width === 1440)
      await expect(header.getByRole('meter').first()).toBeVisible()
    // The first paint may be before all fonts are there, and names are then of another width.
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))
    })
    const before = await places()
    letIn()
    await expect(header.getByRole('button', { name: '通知' })).toBeVisible()
    expect(await places()).toEqual(before)
  })
