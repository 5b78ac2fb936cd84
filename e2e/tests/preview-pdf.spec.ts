import { pdf } from '../../server/test/pictures.ts'
import { IN_THE_WHOLE_BROWSER } from '../support/chromium.ts'
import { nameIn } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

test.use(IN_THE_WHOLE_BROWSER)

test('a PDF opens in the browser’s own viewer', async ({ drive, api }) => {
  await api.upload('0', '合同.pdf', pdf('Hello'))
  const answered = drive.waitForResponse(
    (response) => response.headers()['content-type'] === 'application/pdf',
  )
  await nameIn(drive, '合同.pdf').dblclick()
  const answer = await answered
  expect(answer.status()).toBe(200)
  await expect(
    drive.getByRole('dialog').filter({ has: drive.getByTitle('合同.pdf', { exact: true }) }),
  ).toBeVisible()
})
