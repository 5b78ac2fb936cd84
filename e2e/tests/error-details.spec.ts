import { nameIn, toast } from '../support/files.ts'
import { expect, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** What went wrong is said in words; its number and trace are in the details, to be copied for whoever helps. */

test('a message has no number, and its details have it with the trace (R230, R238)', {
  tag: '@core',
}, async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await drive.reload()
  await drive.route('**/disk/api/collection/create', (route) =>
    route.fulfill({
      json: {
        errcode: 50002,
        errmsg: '[002] 个人空间不足。请清空回收站后重试。',
        data: null,
        traceId: 'trace-7f3a',
      },
    }),
  )
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('s')
  const told = toast(drive, '收藏更改失败：个人空间不足。')
  // Held as long as the pointer is on it.
  await told.hover()
  await expect(told).not.toContainText(/\[|\d{3}/)
  // Urgent messages are announced apart and hidden themselves until the focus is in them.
  await drive.getByRole('button', { name: '详情', includeHidden: true }).click()
  await expect(question(drive)).toContainText('50002')
  await expect(question(drive)).toContainText('trace-7f3a')
  await drive.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await question(drive).getByRole('button', { name: '复制' }).click()
  await expect(toast(drive, '已复制')).toBeVisible()
  expect(await drive.evaluate(() => navigator.clipboard.readText())).toBe('错误码 50002\n追踪编号 trace-7f3a')
})
