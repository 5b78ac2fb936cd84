import { signIn } from '../../server/test/person.ts'
import { newBucket } from '../../server/test/stores/bucket.ts'
import { KMS_KEY } from '../../server/test/stores/ceph.ts'
import { button, main } from '../support/administration.ts'
import { heading, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { chooseBucket, row } from '../support/storage.ts'
import { expect, newPerson, signedIn, test } from '../support/test.ts'

/** Where content lies, as administrators set it up: with a real store behind it. */

test('a bucket is tried, added, given to somebody, emptied and retired', async ({
  context,
  server,
  store,
}) => {
  const place = await newBucket(store)
  const account = await newPerson(server)
  const page = await signedIn(context, server, 'admin', 'admin/storage')
  await expect(heading(page)).toHaveText('存储管理')
  await expect(row(page, 'clouddisk')).toContainText('默认')
  await button(main(page), '添加存储桶').click()
  const dialog = page.getByRole('dialog')
  const fill = (label: string, value: string) => dialog.getByLabel(label).first().fill(value)
  await button(dialog, '检查并添加').click()
  await expect(dialog.getByRole('alert')).toContainText('有 4 处需要修改')
  await expect(dialog.getByLabel('存储桶名称')).toBeFocused()
  await fill('存储桶名称', place.bucket)
  await fill('服务地址', place.endpoint)
  await fill('访问密钥', place.accessKey)
  await fill('私有密钥', 'wrong')
  await fill('容量', '2')
  await button(dialog, '检查并添加').click()
  await expect(dialog.getByRole('alert')).toContainText('拒绝用这组密钥访问存储桶')
  // A fault unfolds what it is in, which stays open behind the hand that mends it, and closes when told to.
  const wrongRegion = {
    step: 'reach',
    stepText: '连接存储桶',
    outcome: 'wrong',
    reason: 'region',
    says: '不在',
  }
  await page.route(
    '**/disk/api/admin/storage/bucket/create*',
    (route) =>
      route.fulfill({
        json: { errcode: 0, errmsg: 'ok', data: { bucket: null, findings: [wrongRegion] } },
      }),
    { times: 1 },
  )
  await fill('私有密钥', place.secretKey)
  const region = dialog.getByRole('textbox', { name: '区域' })
  await expect(region).toBeHidden()
  await button(dialog, '检查并添加').click()
  await expect(region).toBeVisible()
  const fold = button(dialog, '高级设置')
  await fold.click()
  await expect(region).toBeHidden()
  await fold.click()
  await region.pressSequentially('eu')
  await expect(region).toHaveValue('eu')
  await expect(region).toBeFocused()
  await region.fill('')
  await expect(dialog.getByLabel('容量')).toHaveAccessibleDescription('GB 留空则不限')
  await button(dialog, '检查并添加').click()
  await expect(toast(page, `已添加“${place.bucket}”`)).toBeVisible()
  await expect(row(page, place.bucket)).toContainText('2 GB')

  await page.getByRole('tab', { name: '归属' }).click()
  await button(main(page), '指定归属').first().click()
  // Nothing is chosen for anybody: the button waits, and says what for.
  const set = button(dialog, '指定归属')
  await expect(dialog.getByText('请先选择人员、群组或部门')).toBeVisible()
  await dialog.getByRole('searchbox').fill(account)
  await dialog.getByRole('listitem').filter({ hasText: account }).getByRole('checkbox').click()
  await expect(dialog.getByText('请选择存储桶')).toBeVisible()
  await expect(set).toHaveAttribute('aria-disabled', 'true')
  await chooseBucket(page, place.bucket)
  await set.click()
  await expect(toast(page, '已为 1 个指定归属')).toBeVisible()
  await expect(row(page, account)).toContainText(place.bucket)
  await row(page, account).dblclick()
  await expect(dialog.getByText('没有更改')).toBeVisible()
  await expect(set).toHaveAttribute('aria-disabled', 'true')
  await chooseBucket(page, '不指定')
  await button(dialog, '取消归属').click()
  await expect(row(page, account)).toHaveCount(0)
  await expect(toast(page, '的归属')).toBeVisible()
  // The latest one is the first.
  await page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' }).first().click()
  await expect(row(page, account)).toContainText(place.bucket)
  const person = await signIn(server.origin, account, PASSWORD)
  await person.upload('0', '归档.txt', Buffer.from('hello'))

  await page.getByRole('tab', { name: '存储桶' }).click()
  const entry = async (name: string) => {
    await row(page, place.bucket).click({ button: 'right' })
    return page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  }
  const choose = async (name: string) => (await entry(name)).click()
  const blocked = async (name: string, why: string) => {
    const found = await entry(name)
    await expect(found).toContainText(why)
    await expect(found).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.reload()
  await expect(row(page, place.bucket)).toContainText('1 个对象')
  await choose('设为只读')
  await button(page.getByRole('alertdialog'), '设为只读').click()
  await expect(row(page, place.bucket)).toContainText('只读')
  await choose('迁出内容')
  await button(dialog, '开始迁移').click()
  await expect(main(page).getByRole('region', { name: '迁移内容' })).toContainText('迁移完成')
  await blocked('停用', '请先迁出内容和归属')
  await page.getByRole('tab', { name: '归属' }).click()
  await row(page, account).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '取消归属' }).click()
  await expect(row(page, account)).toHaveCount(0)
  // It takes nothing new, and so becomes nobody's home again.
  await expect(toast(page, '的归属').last()).toBeVisible()
  await expect(page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' })).toHaveCount(
    0,
  )
  await page.getByRole('tab', { name: '存储桶' }).click()
  await choose('停用')
  await button(page.getByRole('alertdialog'), '停用').click()
  await expect(toast(page, '停用失败')).toContainText('1 个不再需要的对象，一天内自动清除')
  expect(await person.download((await person.list())[0]?.instanceId ?? '')).toEqual(Buffer.from('hello'))
})

test('a store is asked to encrypt, and only saved where it does', async ({ context, server, store }) => {
  const place = await newBucket(store)
  const page = await signedIn(context, server, 'admin', 'admin/storage')
  await button(main(page), '添加存储桶').click()
  const dialog = page.getByRole('dialog')
  const fill = (label: string, value: string) => dialog.getByLabel(label).first().fill(value)
  await fill('存储桶名称', place.bucket)
  await fill('服务地址', place.endpoint)
  await fill('访问密钥', place.accessKey)
  await fill('私有密钥', place.secretKey)
  await button(dialog, '高级设置').click()
  const encryption = dialog.getByRole('combobox', { name: '由存储加密' })
  const choose = async (name: string) => {
    await encryption.click()
    await page.getByRole('option', { name }).click()
  }
  await choose('AES256')
  await button(dialog, '检查并添加').click()
  // As Ceph 16 does.
  await expect(dialog.getByRole('alert')).toContainText('没有按要求用')
  await expect(encryption).toHaveAttribute('aria-invalid', 'true')
  await choose('aws:kms')
  await fill('KMS 密钥 ID', KMS_KEY)
  await button(dialog, '检查并添加').click()
  await expect(toast(page, `已添加“${place.bucket}”`)).toBeVisible()
  await row(page, place.bucket).dblclick()
  await expect(page.getByRole('dialog', { name: `编辑“${place.bucket}”` })).toHaveAccessibleDescription(
    '新内容由存储加密（aws:kms）',
  )
  await expect(dialog.getByLabel('KMS 密钥 ID')).toHaveValue(KMS_KEY)
  await fill('存储周期', '归档 3 年')
  await fill('分发域名', 'cdn.example.com')
  await dialog.getByRole('checkbox', { name: 'S3 加速' }).check()
  await button(dialog, '保存').click()
  await expect(row(page, place.bucket)).toContainText('归档 3 年')
  await row(page, place.bucket).dblclick()
  await expect(dialog.getByLabel('分发域名')).toHaveValue('cdn.example.com')
  await expect(dialog.getByRole('checkbox', { name: 'S3 加速' })).toBeChecked()
})
