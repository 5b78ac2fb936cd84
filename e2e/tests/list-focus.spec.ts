import { expectChosen, list, main, row } from '../support/files.ts'
import { expectWholeFrame } from '../support/frame.ts'
import { expect, test } from '../support/test.ts'

/** The keyboard in a list of files before it is at a row of it: a frame around the whole, and nothing over the frame. */

const NAMES = Array.from({ length: 30 }, (_, index) => `${String(index + 1).padStart(2, '0')}.txt`)

for (const view of ['列表', '网格']) {
  test(`all chosen by the keyboard: ${view}`, async ({ drive, api }) => {
    for (const name of NAMES) await api.upload('0', name, Buffer.from(name))
    await main(drive).getByRole('radio', { name: view }).click()
    await expect(row(drive, '01.txt')).toBeVisible()
    await list(drive).focus()
    await drive.keyboard.press('Control+a')
    await expect(row(drive, '01.txt')).toHaveAttribute('aria-selected', 'true')
    await expectWholeFrame(list(drive).locator('..'))
    // With a cursor, the row has it.
    await drive.keyboard.press('Escape')
    await drive.keyboard.press('ArrowDown')
    await drive.keyboard.press('Space')
    await expectChosen(drive, ['01.txt'])
    await expect(row(drive, '01.txt')).toHaveCSS('outline-style', 'solid')
  })
}

test('an empty folder', { tag: '@core' }, async ({ drive }) => {
  await expect(main(drive).getByText('文件夹是空的')).toBeVisible()
  await list(drive).focus()
  await drive.keyboard.press('Control+z')
  await expectWholeFrame(list(drive).locator('..'))
})
