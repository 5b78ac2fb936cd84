import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, type Link } from '@clouddisk/contract/links'
import type { Input } from '@clouddisk/contract/route'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { either } from './files.ts'
import type { Server } from './server.ts'

/** Visits of external links as visitors see them, in either language. */

export const newFolder = async (by: Person, parentId: string, instanceName: string): Promise<string> =>
  (await by.call(createFolder, { parentId, instanceName })).instanceId

export const link = (
  by: Person,
  instanceIds: string[],
  more: Partial<Input<typeof createOrUpdateLink>> = {},
): Promise<Link> => by.call(createOrUpdateLink, { instanceIds, code: '', ...more })

export const visit = (page: Page, { origin }: Server, { linkPath }: Pick<Link, 'linkPath'>) =>
  page.goto(`${origin}/disk/fileDownload?link=${linkPath}`)

/** What it shows, once it is there. */
export const heading = (page: Page): Locator => page.getByRole('main').locator('h1:not(.sr-only)')
export const rows = (page: Page): Locator =>
  page.getByRole('list', { name: either('文件和文件夹', 'Files and folders') }).getByRole('listitem')
export const folderRow = (page: Page, name: string): Locator =>
  rows(page).getByRole('button', { name, exact: true })
export const box = (page: Page, name: string): Locator =>
  rows(page).getByRole('checkbox', { name: either(`选择“${name}”`, `Select ${name}`) })
export const bar = (page: Page): Locator =>
  page.getByRole('toolbar', { name: either('对所选项目的操作', 'Actions on the selection') })
