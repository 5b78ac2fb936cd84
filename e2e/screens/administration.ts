import { errorText, type Language } from '@clouddisk/contract/errors'
import { expect, type Locator, type Page } from '@playwright/test'
import { companyOf } from './company.ts'
import type { Stage, World } from './stage.ts'

/** What pictures of the administration begin with. */

/** Signs in as its super administrator, once there is a company. */
export const asAdmin = async (world: World): Promise<string> => {
  await companyOf(world)
  return 'admin'
}

/** Every call to that path fails as it does while the product starts. */
export async function fails(page: Page, path: string): Promise<void> {
  await page.route(`**/disk/api/${path}*`, async (route) => {
    const language = (await route.request().headerValue('accept-language')) as Language
    await route.fulfill({
      status: 503,
      json: { errcode: 99002, errmsg: errorText('unavailable', language), traceId: '8f2c41d09b7e' },
    })
  })
}

/** Answers of that path with other figures: nobody puts gigabytes and waits a month for a picture. */
export async function retold<T>(page: Page, path: string, tell: (data: T) => unknown): Promise<void> {
  await page.route(`**/disk/api/${path}*`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: T }
    await route.fulfill({ json: { ...body, data: tell(body.data) } })
  })
}

/** How full spaces are, from nearly empty to over. */
export const SHARES = [0.43, 0.84, 0.18, 0.38, 0.21, 0.28, 0.97, 0.08, 0.31, 0.65, 0.12, 1.04]

export async function openConsole(stage: Stage, path: string): Promise<void> {
  await stage.open(`admin/${path}`)
  await expect(stage.page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const layer = (page: Page): Locator => page.getByRole('dialog').last()

export const press = ({ page, say }: Stage, zh: string, en: string, within?: Locator): Promise<void> =>
  (within ?? page)
    .getByRole('button', { name: say(zh, en), exact: true })
    .last()
    .click()

/** Rows under a mouse and under a finger alike. */
export const rowOf = ({ page }: Stage, text: string): Locator =>
  page.getByRole('main').locator('[data-index]:visible').filter({ hasText: text }).first()

/** The menu of a row: by the right button, or by its own button where there is no such. */
export async function menuAt(stage: Stage, text: string): Promise<void> {
  const row = rowOf(stage, text)
  if (stage.phone) await row.getByRole('button').last().click()
  else await row.click({ button: 'right' })
}

export async function choose(stage: Stage, zh: string, en: string): Promise<void> {
  const { page, phone, say } = stage
  const entries = phone ? page.getByRole('dialog').getByRole('button') : page.getByRole('menuitem')
  await entries
    .filter({ hasText: say(zh, en) })
    .first()
    .click()
}

/** Opens a row: a tap, or twice with the mouse. */
export async function openRow(stage: Stage, text: string): Promise<void> {
  const row = rowOf(stage, text)
  if (stage.phone) await row.tap()
  else await row.dblclick()
  await expect(layer(stage.page)).toBeVisible()
}

export const tickRow = (stage: Stage, text: string): Promise<void> =>
  rowOf(stage, text).getByRole('checkbox').click({ force: true })
