import { createOrUpdateLink, type Link } from '@clouddisk/contract/links'
import type { Input } from '@clouddisk/contract/route'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { either } from './files.ts'
import type { Server } from './server.ts'

/** The page of visitors of external links. */

/** A link without a code unless `more` has one. */
export const link = (
  by: Person,
  instanceIds: readonly string[],
  more: Partial<Input<typeof createOrUpdateLink>> = {},
): Promise<Link> => by.call(createOrUpdateLink, { instanceIds: [...instanceIds], code: '', ...more })

export const visit = (page: Page, { origin }: Server, { linkPath }: Pick<Link, 'linkPath'>) =>
  page.goto(`${origin}/disk/fileDownload?link=${linkPath}`)

export const heading = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })
export const rows = (page: Page): Locator =>
  page.getByRole('list', { name: either('文件和文件夹', 'Files and folders') }).getByRole('listitem')
/** Opens a folder, or a file in the preview. */
export const opener = (page: Page, name: string): Locator =>
  rows(page).getByRole('button', { name, exact: true })
