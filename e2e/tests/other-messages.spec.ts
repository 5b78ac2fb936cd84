import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { expectNames, main, nameIn, openFolder, toast } from '../support/files.ts'
import { isCall } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

/** Messages of B§8 "Others" that no other page test shows. */

const EMPTIED = '**/disk/api/recycle/clearFirstRecycleFile'

test('emptying the recycle bin that fails says why, also where nothing is known of it, and keeps all (R245)', {
  tag: '@core',
}, async ({ drive, api, problems }) => {
  problems.expect(/500/)
  const { instanceId } = await api.upload('0', 'a.txt', Buffer.from('a'))
  await api.call(removeInstances, { instanceIds: [instanceId] })
  await drive.getByRole('link', { name: '回收站' }).click()
  await expectNames(drive, ['a.txt'])
  const empty = async () => {
    await main(drive).getByRole('button', { name: '清空回收站' }).click()
    // By its name: a message with a button is an alertdialog too.
    const question = drive.getByRole('alertdialog', { name: '清空回收站？' })
    await question.getByRole('button', { name: '清空回收站' }).click()
  }
  for (const [status, answer, told] of [
    [
      200,
      { errcode: 30402, errmsg: '没有彻底删除的权限。', data: null, traceId: 't1' },
      '清空失败：没有彻底删除的权限。',
    ],
    [200, { errcode: 77777, errmsg: '', data: null, traceId: 't2' }, '清空失败：出错了，请稍后重试。'],
    [500, 'not JSON', '清空失败：出错了，请稍后重试。'],
  ] as const) {
    await drive.route(EMPTIED, (route) =>
      route.fulfill(typeof answer === 'string' ? { status, body: answer } : { status, json: answer }),
    )
    await empty()
    await expect(toast(drive, told)).toBeVisible()
    await expectNames(drive, ['a.txt'])
    await drive.unroute(EMPTIED)
    await drive.keyboard.press('Escape')
  }
  await empty()
  await expect(drive.getByText('回收站是空的')).toBeVisible()
})

test('an empty folder that is copied is refused with what to do (R245)', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '空的' })
  await api.call(createFolder, { parentId: '0', instanceName: '目标' })
  await nameIn(drive, '空的').click()
  await drive.keyboard.press('Control+c')
  await openFolder(drive, '目标')
  await drive.keyboard.press('Control+v')
  await expect(toast(drive, /空文件夹不能复制。请先放入文件，或直接新建文件夹。/)).toBeVisible()
  expect(await api.tree()).toEqual({ 空的: {}, 目标: {} })
})

test('a form with an empty field says which, and is sent once it is filled in (R245)', async ({
  drive,
  server,
}) => {
  await drive.goto(`${server.origin}/disk/groupFile`)
  await main(drive).getByRole('button', { name: '新建群组' }).first().click()
  const form = drive.getByRole('dialog', { name: '新建群组' })
  const name = form.getByLabel('名称')
  const asked: string[] = []
  drive.on('request', (request) => {
    if (isCall('group/createGroup')(request)) asked.push(request.url())
  })
  await form.getByRole('button', { name: '新建' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('请输入群组名称。')
  expect(asked).toEqual([])
  await name.fill('品牌设计组')
  await form.getByRole('button', { name: '新建' }).click()
  await expect(form).toHaveCount(0)
  await expect(drive.getByText('品牌设计组').first()).toBeVisible()
})
