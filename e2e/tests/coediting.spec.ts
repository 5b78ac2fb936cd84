import { removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import type { BrowserContext, Page } from '@playwright/test'
import { docx } from '../../server/test/make-docx.ts'
import { type OfficeServer, openOfficeServer } from '../../server/test/office-server.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Files in the editor of an Office server, which the tests play themselves. */

let office: OfficeServer
let admin: Person
let clusterId: string
async function connect(server: Server): Promise<void> {
  office = await openOfficeServer()
  admin = await signIn(server.origin, 'admin', PASSWORD)
  const made = await admin.call(saveCluster, { clusterName: 'office', coeditingAddress: office.address })
  clusterId = made.clusterId
}
test.beforeAll(({ server }) => connect(server))
test.afterAll(async () => {
  await admin.call(removeCluster, { clusterId })
  await office.close()
})

/** What `open` opens in a tab of its own. */
async function tabOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page')
  await open()
  return opened
}
const editor = (tab: Page) => tab.frameLocator('iframe')

test('a file is edited in the Office server’s editor, renamed there and closed', { tag: '@core' }, async ({
  context,
  drive,
  api,
  server,
}) => {
  await api.upload('0', '报告.docx', docx(['one']))
  await nameIn(drive, '报告.docx').click({ button: 'right' })
  const tab = await tabOf(context, () => drive.getByRole('menuitem', { name: '在线编辑' }).click())
  await expect(editor(tab).getByRole('heading', { name: 'Office' })).toBeVisible()
  await expect(editor(tab).getByText('with a token')).toBeVisible()
  await expect(tab.getByRole('main').getByRole('status')).toHaveText('在线编辑')
  await expect(tab).toHaveTitle(/报告\.docx/)
  // The token is posted: it is in no address.
  const token = office.opened.at(-1)?.get('access_token') ?? ''
  expect(token).not.toBe('')
  for (const frame of tab.frames()) expect(frame.url()).not.toContain(token)
  // The Office server saves with it.
  const frameUrl = tab.frames().at(-1)?.url() ?? ''
  const wopi = office.editor({ actionUrl: frameUrl, accessToken: token })
  expect((await wopi.operation('LOCK', { 'x-wopi-lock': 'a' })).status).toBe(200)
  expect((await wopi.put(docx(['two']), 'a')).status).toBe(200)
  await expect(drive.getByRole('row').filter({ hasText: '报告.docx' })).toBeVisible()
  const policy = (await tab.request.get(`${server.origin}/disk/onlineEdit`)).headers()[
    'content-security-policy'
  ]
  expect(policy).toContain(`form-action 'self' ${office.address}`)
  const other = (await tab.request.get(`${server.origin}/disk/`)).headers()['content-security-policy']
  expect(other).not.toContain(office.address)
  await editor(tab).getByRole('button', { name: 'Rename' }).click()
  await expect(tab).toHaveTitle(/renamed in office\.docx/)
  await editor(tab).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => tab.isClosed() || !tab.url().includes('onlineEdit')).toBe(true)
})

test('new documents are offered, and opened at once', async ({ context, drive, api }) => {
  await drive.getByRole('button', { name: '更多上传方式' }).click()
  const tab = await tabOf(context, () => drive.getByRole('menuitem', { name: '新建表格' }).click())
  await expect(editor(tab).getByRole('heading', { name: 'Office' })).toBeVisible()
  await expect(tab).toHaveTitle(/新建表格\.xlsx/)
  expect((await api.list()).map(({ instanceName }) => instanceName)).toEqual(['新建表格.xlsx'])
})

test('an Office server that does not answer is said so, and tried again', async ({
  context,
  drive,
  api,
  server,
}) => {
  const { instanceId } = await api.upload('0', 'a.docx', docx(['one']))
  office.answerWith({ status: 503 })
  const other = await openOfficeServer()
  await other.close()
  await admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: other.address })
  const tab = await context.newPage()
  const axe = await auditor(tab, drive, 'zh-CN')
  await tab.goto(`${server.origin}/disk/onlineEdit?id=${instanceId}`)
  await expect(tab.getByRole('alert')).toContainText('在线编辑服务没有响应')
  await axe.check('no Office server')
  office.answerWith(undefined)
  await admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: office.address })
  await tab.reload()
  await expect(editor(tab).getByRole('heading', { name: 'Office' })).toBeVisible()
  await axe.check('the editor')
})

test('nothing of it is shown without an Office server', async ({ context, server, person, api }) => {
  await admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: '' })
  await api.upload('0', 'a.docx', docx(['one']))
  const page = await signedIn(context, server, person)
  await nameIn(page, 'a.docx').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '下载' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '在线编辑' })).toHaveCount(0)
  await admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: office.address })
})
