import { removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { Clamd, eicar, hasClamd } from '../../server/test/clamd.ts'
import { signIn } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Content that a virus scanner found, in the administration. */

test('a quarantined file is released with a reason, and another one is deleted (R92)', {
  tag: '@core',
}, async ({ context, server, api }) => {
  // Only where Debian's clamav-daemon is installed, as npm test does.
  test.skip(!hasClamd, 'clamd is not installed')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const clamd = await Clamd.start()
  const { clusterId } = await admin.call(saveCluster, {
    clusterName: '查毒',
    antivirusAddress: clamd.address,
    buckets: [{ bucketName: 'clouddisk' }],
  })
  try {
    const send = async (name: string) =>
      (await api.upload('0', name, Buffer.concat([Buffer.from(`${name} ${Date.now()}`), eicar()]))).instanceId
    const released = await send('误报.zip')
    await send('病毒.zip')
    const states = async () => (await api.list()).map(({ virusStatus }) => virusStatus)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['infected', 'infected'])
    await expect(api.call(getDownloadUrl, { instanceId: released })).rejects.toThrow()

    const page = await signedIn(context, server, 'admin', 'admin/quarantine')
    const wardrobe = await context.newPage()
    await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
    await page.bringToFront()
    const axe = auditor(page, wardrobe, 'zh-CN')
    const row = (name: string) => main(page).getByRole('row').filter({ hasText: name })
    await expect(row('误报.zip')).toContainText('Eicar-Test')
    await expect(row('误报.zip')).toContainText('含有病毒')
    await axe.check('the quarantine')

    await row('误报.zip').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '放行' }).click()
    await button(dialog(page), '放行').click()
    await expect(dialog(page)).toContainText('请填写原因。')
    await axe.check('a release without a reason')
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('供应商确认为误报')
    await button(dialog(page), '放行').click()
    await expect(toast(page, '“误报.zip”已放行')).toBeVisible()
    await expect(row('误报.zip')).toHaveCount(0)
    expect((await api.download(released)).toString()).toContain('误报.zip')

    await row('病毒.zip').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '删除' }).click()
    await button(page.getByRole('alertdialog'), '删除').click()
    await expect(toast(page, '“病毒.zip”已删除')).toBeVisible()
    // It is in the administrators' recycle bin, and no less infected there.
    await expect(row('病毒.zip')).toContainText('在回收站')
    expect((await api.list()).map(({ instanceName }) => instanceName)).toEqual(['误报.zip'])
    // Deleting it once more would do nothing.
    await row('病毒.zip').click({ button: 'right' })
    const again = page.getByRole('menuitem', { name: '删除' })
    await expect(again).toBeDisabled()
    await expect(again).toContainText('已在回收站')
    await page.keyboard.press('Escape')
  } finally {
    await admin.call(saveCluster, { clusterId, clusterName: '查毒' })
    await admin.call(removeCluster, { clusterId })
    await clamd.stop()
  }
})
