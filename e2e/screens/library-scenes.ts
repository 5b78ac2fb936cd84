import {
  queryLibraries,
  saveLibrary,
  saveLibraryAttributes,
  saveLibraryCategory,
} from '@clouddisk/contract/admin-libraries'
import { queryMyLibraries, saveLibraryValues } from '@clouddisk/contract/libraries'
import { expect } from '@playwright/test'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { newAttribute as attribute } from '../../server/test/library.ts'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, layer, menuAt, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Business libraries: for their members, and in the administration. */

const NAME = '公司合同档案库'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CONTRACTS = [
  [
    '2026 年华东区办公场地租赁合同（三年期，含补充协议）.pdf',
    '上海某某商业地产管理有限公司',
    '1280000',
    '2026-03-01',
    '租赁',
  ],
  ['服务器采购合同.pdf', '安吉电子', '356000.5', '2026-05-18', '采购'],
  ['保密协议 NDA.docx', 'Contoso Ltd', null, '2026-06-30', '其他'],
  ['扫描件.pdf', null, null, null, null],
] as const

/** Once: a library of the person with the drive, with files and values. */
async function layOut({ server, rich, browser }: Stage): Promise<string> {
  const [known] = (await rich.api.call(queryMyLibraries, {})).list
  if (known) return known.libraryId
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const icon = (await iconOf(browser)).toString('base64')
  const { libraryId } = await admin.call(saveLibrary, {
    libraryName: NAME,
    code: 'CONTRACTS',
    description: '公司签署的全部合同，按部门和年份归档。',
    capacity: 10,
    menuDisplay: true,
    ownerId: rich.api.user.userId,
    category: { categoryName: '采购合同', code: 'BUY' },
    icons: { home: icon, tool: icon, menu: icon, app: icon },
  })
  const below = async (categoryName: string, code: string, parentId?: string) =>
    (
      await admin.call(saveLibraryCategory, {
        libraryId,
        categoryName,
        code,
        ...(parentId !== undefined && { parentId }),
      })
    ).categoryId
  const year = await below('2026 年', 'Y2026', await below('租赁合同', 'LEASE'))
  await below('华东区办公场地与配套设施租赁', 'EAST_OFFICES', year)
  await below('人事与劳动合同', 'PEOPLE')
  const { list } = await admin.call(saveLibraryAttributes, {
    libraryId,
    attributes: [
      attribute('合同方', 'PARTY', { allowEmpty: false }),
      attribute('金额', 'AMOUNT', { type: 'number', length: 12, min: '0', max: '100000000' }),
      attribute('签署日期', 'SIGNED', { type: 'date', length: null }),
      attribute('类别', 'KIND', { type: 'choice', length: null, options: ['采购', '租赁', '其他'] }),
      attribute('档案编号', 'ARCHIVE_NO', { readOnly: true, listDisplay: false }),
    ],
  })
  const all = (await admin.call(queryLibraries, {})).list.find((one) => one.libraryId === libraryId)
  const folderId = all?.categories.find(({ code }) => code === 'BUY')?.categoryId ?? ''
  for (const [name, ...values] of CONTRACTS) {
    const { instanceId } = await rich.api.upload(folderId, name, Buffer.from(name))
    const given = values.flatMap((value, index) => {
      const attributeId = list[index]?.attributeId ?? ''
      return value === null ? [] : [{ attributeId, value }]
    })
    if (given.length > 0) await rich.api.call(saveLibraryValues, { instanceId, values: given })
  }
  return libraryId
}

async function iconOf(browser: Stage['browser']): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 64, height: 64 } })
  await page.setContent(
    '<body style="margin:0;background:#c8202f;color:#fff;font:600 36px/64px sans-serif;text-align:center">§</body>',
  )
  const picture = await page.screenshot()
  await page.close()
  return picture
}

const inConsole = (name: string, play: (stage: Stage) => Promise<unknown>): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await layOut(stage)
    await openConsole(stage, 'libraries')
    await expect(stage.page.getByText(NAME).first()).toBeVisible()
    await play(stage)
  },
})

const member = (name: string, play: (stage: Stage) => Promise<unknown>): Scene => ({
  name,
  both: true,
  play: async (stage) => {
    const id = await layOut(stage)
    await stage.open(`library?id=${id}`)
    await expect(stage.page.getByText('采购合同').first()).toBeAttached()
    await openCategory(stage)
    await play(stage)
  },
})

async function openCategory({ page, phone, say }: Stage): Promise<void> {
  if (phone) {
    await page.getByRole('combobox', { name: say('分类', 'Categories') }).click()
    await page.getByRole('option', { name: '采购合同' }).click()
  } else await page.getByRole('treeitem', { name: '采购合同' }).click()
  await expect(page.getByText('服务器采购合同.pdf').first()).toBeVisible()
}

async function menuOfFile(stage: Stage): Promise<void> {
  await menuAt(stage, '服务器采购合同.pdf')
}

export const libraryScenes: readonly Scene[] = [
  {
    name: 'admin-libraries-none',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'libraries')
      await expect(stage.page.getByText(/还没有业务库|No libraries yet/)).toBeVisible()
    },
  },
  {
    name: 'libraries-none',
    both: true,
    play: async ({ open, page }) => {
      await open('library')
      await expect(page.getByText(/还没有业务库|No libraries yet/)).toBeVisible()
    },
  },
  inConsole('admin-libraries', async () => undefined),
  inConsole('admin-library-new', async (stage) => {
    await press(stage, '新建业务库', 'New library')
    await press(stage, '创建', 'Create', layer(stage.page))
  }),
  inConsole('admin-library-edit', async (stage) => {
    await menuAt(stage, NAME)
    await choose(stage, '编辑', 'Edit')
    await expect(layer(stage.page)).toBeVisible()
  }),
  inConsole('admin-library-categories', async (stage) => {
    await menuAt(stage, NAME)
    await choose(stage, '分类', 'Categories')
    await expect(layer(stage.page).getByText('租赁合同').first()).toBeVisible()
  }),
  inConsole('admin-library-attributes', async (stage) => {
    await menuAt(stage, NAME)
    await choose(stage, '属性', 'Attributes')
    await expect(layer(stage.page).getByText('金额').first()).toBeVisible()
  }),
  inConsole('admin-library-attribute', async (stage) => {
    await menuAt(stage, NAME)
    await choose(stage, '属性', 'Attributes')
    await press(stage, '添加属性', 'Add attribute', layer(stage.page))
    await press(stage, '完成', 'Done', layer(stage.page))
  }),
  {
    name: 'libraries',
    both: true,
    play: async (stage) => {
      await layOut(stage)
      await stage.open('library')
      await expect(stage.page.getByRole('main').getByText(NAME).first()).toBeVisible()
    },
  },
  member('library', async () => undefined),
  member('library-menu', async ({ page, say }) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: say(`“${NAME}”的操作`, NAME) })
      .last()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  member('library-upload', async (stage) => {
    await press(stage, '上传', 'Upload')
    await press(stage, '开始上传', 'Upload', layer(stage.page))
  }),
  member('library-filter', async (stage) => {
    await press(stage, '筛选', 'Filter')
    await expect(layer(stage.page)).toBeVisible()
  }),
  member('library-values', async (stage) => {
    await menuOfFile(stage)
    await choose(stage, '属性', 'Attributes')
    await expect(layer(stage.page)).toBeVisible()
  }),
  member('library-import', async (stage) => {
    const { page, say } = stage
    await page
      .getByRole('main')
      .getByRole('button', { name: say(`“${NAME}”的操作`, NAME) })
      .last()
      .click()
    await page.getByRole('menuitem', { name: say('导入属性', 'Import attributes') }).click()
    const titles = [say('路径', 'Path'), '合同方', '金额'].map((title) => ({ title, width: 20 }))
    const rows = (async function* () {
      yield [
        ['采购合同/服务器采购合同.pdf', '安吉电子', 400000],
        ['采购合同/保密协议 NDA.docx', '', 5],
        ['采购合同/没有这个文件.pdf', 'Contoso', 5],
      ]
    })()
    const buffer = Buffer.concat(await workbookOf('x', titles, rows, 'UTC').toArray())
    await layer(page).locator('input[type=file]').setInputFiles({ name: '合同.xlsx', mimeType: XLSX, buffer })
    await expect(layer(page).getByRole('listitem').first()).toBeVisible()
  }),
]
