import type { Locator, Page } from '@playwright/test'
import { list, main, nameIn, row } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** A menu lies whole in the window, wherever it is asked for. */

test.use({ viewport: { width: 1280, height: 800 } })

const NAMES = Array.from({ length: 11 }, (_, index) => `${String(index + 1).padStart(2, '0')}.txt`)

const menu = (page: Page): Locator => page.getByRole('menu')

/** Whole: inside the window, and nothing of it to be scrolled to. */
async function expectWhole(page: Page): Promise<void> {
  await expect(menu(page)).toHaveCSS('opacity', '1')
  await expect
    .poll(() =>
      menu(page).evaluate((popup) => {
        const { top, bottom, left, right } = popup.getBoundingClientRect()
        return {
          inside: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
          hidden: popup.scrollHeight - popup.clientHeight,
        }
      }),
    )
    .toEqual({ inside: true, hidden: 0 })
  await expect(page.getByRole('menuitem', { name: '删除' })).toBeInViewport({ ratio: 1 })
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
}

test.beforeEach(async ({ drive, api }) => {
  for (const name of NAMES) await api.upload('0', name, Buffer.from(name))
  await expect(row(drive, NAMES[10] ?? '')).toBeVisible()
})

test('a right click anywhere shows all of it, and letting go chooses nothing', { tag: '@core' }, async ({
  drive,
}) => {
  for (const name of NAMES) {
    await nameIn(drive, name).hover()
    await drive.mouse.down({ button: 'right' })
    await expectWhole(drive)
    await drive.mouse.up({ button: 'right' })
    await expect(menu(drive)).toBeVisible()
    await close(drive)
  }
  // At the right edge it opens to the left.
  const box = await row(drive, NAMES[5] ?? '').boundingBox()
  if (!box) throw new Error('not drawn')
  await drive.mouse.click(box.x + box.width - 4, box.y + 20, { button: 'right' })
  await expectWhole(drive)
})

test('so does the keyboard', async ({ drive }) => {
  await list(drive).focus()
  for (const name of NAMES) {
    await drive.keyboard.press('ArrowDown')
    await drive.keyboard.press('Shift+F10')
    await expectWhole(drive)
    // What it is about can still be read.
    const [box, beside] = [await nameIn(drive, name).boundingBox(), await menu(drive).boundingBox()]
    expect(beside?.x).toBeGreaterThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
    await close(drive)
  }
})

test('so does the button of a tile', async ({ drive }) => {
  await main(drive).getByRole('radio', { name: '网格' }).click()
  for (const name of NAMES) {
    await row(drive, name).hover()
    await row(drive, name).getByRole('button').click()
    await expectWhole(drive)
    await close(drive)
  }
})

test('in a window lower than the menu it is scrolled', async ({ drive }) => {
  await drive.setViewportSize({ width: 1280, height: 360 })
  await nameIn(drive, NAMES[0] ?? '').click({ button: 'right' })
  await expect(menu(drive)).toHaveCSS('opacity', '1')
  const box = await menu(drive).boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360)
  // It takes what there is.
  expect(box?.height).toBeGreaterThan(320)
  await drive.keyboard.press('End')
  await expect(drive.getByRole('menuitem', { name: '删除' })).toBeInViewport({ ratio: 1 })
})
