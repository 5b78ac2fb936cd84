import { removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { pageQuarantine } from '@clouddisk/contract/antivirus'
import { createFolder } from '@clouddisk/contract/files'
import { expect } from '@playwright/test'
import { Clamd, eicar, hasClamd } from '../../server/test/clamd.ts'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, menuAt, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** What the virus scanner found. */

/** With a scanner while `work` runs, and a virus and a file that is too large in the person's drive. */
async function withScanner(stage: Stage, work: (folderId: string) => Promise<void>): Promise<void> {
  const admin = await signIn(stage.server.origin, 'admin', PASSWORD)
  const clamd = await Clamd.start({ bytesMax: 2 * 1024 ** 2 })
  const buckets = [{ bucketName: 'clouddisk' }]
  const { clusterId } = await admin.call(saveCluster, {
    clusterName: '查毒',
    antivirusAddress: clamd.address,
    buckets,
  })
  try {
    const { api } = stage.rich
    const { instanceId: folder } = await api.call(createFolder, { instanceName: `供应商来件 ${Date.now()}` })
    const stamp = Buffer.from(`${Date.now()}`)
    await api.upload(folder, '发票 2026-11.zip', Buffer.concat([stamp, eicar()]))
    await api.upload(folder, '现场录像.mov', Buffer.concat([stamp, Buffer.alloc(2 * 1024 ** 2 + 1)]))
    await api.upload(folder, '报价单.txt', Buffer.concat([stamp, Buffer.from('报价')]))
    await expect
      .poll(async () => (await api.list(folder)).map(({ virusStatus }) => virusStatus).sort(), {
        timeout: 30_000,
      })
      .toEqual(['infected', 'tooLarge', null].sort())
    await expect.poll(async () => (await admin.call(pageQuarantine, {})).total).toBeGreaterThan(1)
    await work(folder)
  } finally {
    await admin.call(saveCluster, { clusterId, clusterName: '查毒' })
    await admin.call(removeCluster, { clusterId })
    await clamd.stop()
  }
}

export const quarantineScenes: readonly Scene[] = hasClamd
  ? [
      {
        name: 'admin-quarantine-none',
        as: asAdmin,
        both: true,
        play: async (stage) => {
          await openConsole(stage, 'quarantine?state=failed')
          await expect(
            stage.page.getByText(stage.say('没有集群配置', 'No cluster'), { exact: false }),
          ).toBeVisible()
        },
      },
      {
        name: 'admin-quarantine',
        as: asAdmin,
        both: true,
        phone: true,
        play: (stage) =>
          withScanner(stage, async () => {
            await openConsole(stage, 'quarantine')
            await expect(stage.page.getByText('发票 2026-11.zip').first()).toBeVisible()
          }),
      },
      {
        name: 'admin-quarantine-release',
        as: asAdmin,
        both: true,
        play: (stage) =>
          withScanner(stage, async () => {
            await openConsole(stage, 'quarantine')
            await menuAt(stage, '发票 2026-11.zip')
            await choose(stage, '放行', 'Release')
            await press(stage, '放行', 'Release', stage.page.getByRole('dialog'))
            await expect(
              stage.page.getByText(stage.say('请填写原因', 'Enter a reason')).first(),
            ).toBeVisible()
          }),
      },
      {
        name: 'admin-quarantine-remove',
        as: asAdmin,
        both: true,
        play: (stage) =>
          withScanner(stage, async () => {
            await openConsole(stage, 'quarantine')
            await menuAt(stage, '发票 2026-11.zip')
            await choose(stage, '删除', 'Delete')
            await expect(stage.page.getByRole('alertdialog')).toBeVisible()
          }),
      },
      {
        name: 'files-with-virus',
        both: true,
        phone: true,
        play: (stage) =>
          withScanner(stage, async (folderId) => {
            await stage.open(`personalFile?folder=${folderId}`)
            await expect(stage.page.getByText('发票 2026-11.zip').first()).toBeVisible()
          }),
      },
    ]
  : []
