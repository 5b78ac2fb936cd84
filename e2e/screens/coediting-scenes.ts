import { queryClusters, saveCluster } from '@clouddisk/contract/admin-clusters'
import { expect } from '@playwright/test'
import { docx } from '../../server/test/make-docx.ts'
import { type OfficeServer, openOfficeServer } from '../../server/test/office-server.ts'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of editing online, with an Office server of the tests’ own. */

const FILE = '2026 年度全球渠道合作伙伴大会方案.docx'
let office: OfficeServer | undefined
let instanceId = ''

async function layOut({ server }: World): Promise<string> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  office ??= await openOfficeServer()
  const clusterName = '在线编辑'
  const { list } = await admin.call(queryClusters, {})
  const clusterId = list.find((one) => one.clusterName === clusterName)?.clusterId
  const address = { clusterName, coeditingAddress: office.address }
  await admin.call(saveCluster, clusterId === undefined ? address : { clusterId, ...address })
  if (instanceId === '') {
    const name = await newPerson(server, 'o_zhouli', '周莉')
    const api = await signIn(server.origin, name, PASSWORD)
    ;({ instanceId } = await api.upload('0', FILE, docx(['one'])))
  }
  return 'o_zhouli'
}

/** Takes the Office server away again: other pictures are of a drive without one. */
async function leave({ server }: Stage): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryClusters, {})
  for (const { clusterId, clusterName, coeditingAddress } of list)
    if (coeditingAddress !== '')
      await admin.call(saveCluster, { clusterId, clusterName, coeditingAddress: '' })
}

export const coeditingScenes: readonly Scene[] = [
  {
    name: 'online-menu',
    as: layOut,
    english: true,
    play: async (stage) => {
      await stage.open('personalFile')
      await nameIn(stage.page, FILE).click({ button: 'right' })
      await expect(stage.page.getByRole('menuitem', { name: /^(在线编辑|Edit online)/ })).toBeVisible()
    },
  },
  {
    name: 'online-new',
    as: layOut,
    english: true,
    play: async ({ page, open }) => {
      await open('personalFile')
      await page.getByRole('button', { name: /^(更多上传方式|More upload options)$/ }).click()
      await expect(page.getByRole('menuitem', { name: /^(新建表格|New spreadsheet)$/ })).toBeVisible()
    },
  },
  {
    name: 'online-editor',
    as: layOut,
    both: true,
    play: async ({ page, server }) => {
      await page.goto(`${server.origin}/disk/onlineEdit?id=${instanceId}`)
      await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
    },
  },
  {
    name: 'online-away',
    as: layOut,
    both: true,
    play: async (stage) => {
      await leave(stage)
      await stage.page.goto(`${stage.server.origin}/disk/onlineEdit?id=${instanceId}`)
      await expect(stage.page.getByRole('alert')).toBeVisible()
    },
  },
]
