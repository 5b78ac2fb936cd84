import { expect, type Locator, type Page } from '@playwright/test'

/** The file list as a person sees it, in either language. */

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A name that the page gives in the one language or the other. */
export const either = (zh: string, en: string): RegExp => new RegExp(`^(?:${escaped(zh)}|${escaped(en)})$`)

export const main = (page: Page): Locator => page.getByRole('main')
export const list = (page: Page): Locator => main(page).getByRole('grid')

/** Kept pages stay in the document while another is in front. */
const SHOWN = '[data-index]:visible'

/** A row of a list, or a tile. */
export const row = (page: Page, name: string): Locator =>
  main(page)
    .locator(SHOWN)
    .filter({
      has: page.getByRole('checkbox', {
        name: either(`选择“${name}”`, `Select ${name}`),
        includeHidden: true,
      }),
    })

/** Where a row's name is: what one clicks and drags. */
export const nameIn = (page: Page, name: string): Locator => row(page, name).locator('[title]').first()

/** Names in the order in which they are listed, as far as they are drawn. */
export async function names(page: Page): Promise<string[]> {
  const rows = main(page).locator(SHOWN)
  const drawn = await rows.evaluateAll((elements) =>
    elements
      .map((element) => ({
        index: Number(element.getAttribute('data-index')),
        name: element.querySelector('[title]')?.getAttribute('title') ?? '',
      }))
      .toSorted((a, b) => a.index - b.index),
  )
  return drawn.map(({ name }) => name)
}

export const expectNames = (page: Page, wanted: readonly string[]): Promise<void> =>
  expect.poll(() => names(page)).toEqual([...wanted])

/** Names of the chosen rows. */
export async function chosen(page: Page): Promise<string[]> {
  const rows = main(page).locator(`${SHOWN}[aria-selected=true]`)
  return rows.evaluateAll((elements) =>
    elements
      .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map((element) => element.querySelector('[title]')?.getAttribute('title') ?? ''),
  )
}

export const expectChosen = (page: Page, wanted: readonly string[]): Promise<void> =>
  expect.poll(() => chosen(page)).toEqual([...wanted])

export const heading = (page: Page): Locator => main(page).getByRole('heading', { level: 1 })

/** By the mouse, which stays where it is when the first click moves the list. Returns the name of the row. */
export async function dblclickSecondRow(page: Page): Promise<string> {
  const [, second = ''] = await names(page)
  const { x, y } = await centerOf(
    main(page)
      .locator(SHOWN)
      .filter({ has: page.locator(`[title="${second}"]`) }),
  )
  await page.mouse.dblclick(x, y)
  return second
}

export async function openFolder(page: Page, name: string): Promise<void> {
  await nameIn(page, name).dblclick()
  await expect(heading(page)).toHaveText(name)
}

/** The context menu of a row. */
export async function menuOf(page: Page, name: string): Promise<Locator> {
  await nameIn(page, name).click({ button: 'right' })
  return page.getByRole('menu')
}

/** Chooses an entry of the menu that is open. */
export const choose = (page: Page, zh: string, en = zh): Promise<void> =>
  page.getByRole('menuitem', { name: either(zh, en) }).click()

/** A short message at the bottom. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: either('通知', 'Notifications') }).getByText(text)

/** Presses a name, moves over another and answers before it is let go of. */
export async function drag(page: Page, name: string, onto: Locator): Promise<{ drop(): Promise<void> }> {
  const from = await centerOf(nameIn(page, name))
  const to = await centerOf(onto)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 12)
  await page.mouse.move(to.x, to.y, { steps: 5 })
  return { drop: () => page.mouse.up() }
}

export async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}

export async function centerOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(target)
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 }
}
