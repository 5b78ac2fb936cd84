import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LIMITS, partSizeFor } from '@clouddisk/contract/limits'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import type { Tree } from '../../../server/test/person.ts'
import { dropFiles } from '../../support/drop.ts'
import { list, row } from '../../support/files.ts'
import { pickFiles } from '../../support/picker.ts'
import { openTransfers, question, rowButton, transfer } from '../../support/transfers.ts'
import { type Manifest, MB } from './files.ts'
import { ANSWER_MS, BIG, expect, FOLDER, type Scene, STEP_MS } from './scene.ts'

/** The way up, with everything that comes between. */

const CUT_MS = 10_000
/** How long it is looked whether a paused upload sends nothing, ms. */
const STILL_MS = 5000

/** One file more than the list takes: the page offers batches, and nothing of it arrives where that is declined. */
export async function declineBatches({ page, desk, gate, person, say }: Scene, max: number): Promise<void> {
  const extra = join(desk.at(FOLDER), '多出来的一个.txt')
  await writeFile(extra, '501')
  gate.reset()
  await dropFiles(page, [desk.at(FOLDER)], list(page))
  const message = `一次最多 ${max} 个文件，已选 ${max + 1} 个。`
  await expect(question(page)).toContainText(message)
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(question(page)).toBeHidden()
  await rm(extra)
  await nothingBegan({ gate, person })
  say(`batches are offered for ${max + 1} files, and declined: ${message}`)
}

async function nothingBegan({ gate, person }: Pick<Scene, 'gate' | 'person'>): Promise<void> {
  assert.equal(gate.bytes, 0)
  for (const call of ['instance/batchCreateFolder', 'instance/checkUploadAble'])
    assert.equal(gate.calls.get(call) ?? 0, 0, call)
  assert.deepEqual(await person.call(queryOpenUploads, {}), [])
  assert.deepEqual(await person.tree(), {})
}

/** Paused at a fifth, while the folder goes up beside it; killed at two fifths, cut off at three: after each it goes on where it was. */
export async function sendBig(scene: Scene, size: number, files: Manifest): Promise<void> {
  const { gate, desk, person, say } = scene
  gate.reset()
  const begun = Date.now()
  await dropFiles(scene.page, [desk.at(BIG)], list(scene.page))
  if (size >= LIMITS.plugInTipBytes)
    await question(scene.page).getByRole('button', { name: '继续用网页上传' }).click()

  await gate.reached(size * 0.2, STEP_MS)
  await pauseAndResume(scene, files)
  await gate.reached(size * 0.4, STEP_MS)
  await killAndReopen(scene)
  await gate.reached(size * 0.6, STEP_MS)
  await cutOff(scene)

  await isUp(scene)
  const seconds = (Date.now() - begun) / 1000
  assert.deepEqual(await person.tree(), { [BIG]: size, [FOLDER]: treeOf(files) })
  const partSize = partSizeFor(size)
  const resent = gate.bytes - size
  assert.deepEqual(gate.repeated, [], 'parts that were sent although the server had them')
  assert.equal(gate.distinct, size, `parts of ${gate.distinct} bytes were sent for a file of ${size}`)
  // What was under way at each of the three interruptions, at the most.
  const most = 3 * LIMITS.partsInFlight
  assert.ok(gate.partsSentAgain <= most, `${gate.partsSentAgain} parts were sent again`)
  assert.ok(resent <= most * partSize, `${resent} bytes were sent twice`)
  say(
    `${size / MB} MiB are up after ${seconds.toFixed(0)} s, interruptions and all; of ${Math.ceil(size / partSize)} ` +
      `parts ${gate.partsSentAgain} were begun again, none that was acknowledged, ${mib(resent)} MiB twice`,
  )
}

/** As soon as it is in the list of files; one that the page calls failed will never be. */
async function isUp({ page }: Scene): Promise<void> {
  const failed = transfer(page, BIG).filter({ hasText: '失败' })
  await expect(row(page, BIG).or(failed).first()).toBeVisible({ timeout: STEP_MS })
  if (await failed.isVisible()) throw new Error(`the page says: ${await failed.innerText()}`)
}

async function pauseAndResume(scene: Scene, files: Manifest): Promise<void> {
  const { page, gate, say } = scene
  await openTransfers(page)
  await rowButton(page, BIG, '暂停').click()
  await expect(transfer(page, BIG)).toContainText('已暂停')
  await gate.rests(ANSWER_MS)
  const [bytes, acknowledged] = [gate.bytes, gate.acknowledged]
  await delay(STILL_MS)
  assert.equal(gate.bytes, bytes, 'bytes flow while the upload is paused')
  say(`paused at ${mib(acknowledged)} MiB: not a byte in ${STILL_MS / 1000} s`)
  await gate.apart(() => sendFolder(scene, files))
  await rowButton(page, BIG, '继续').click()
  await gate.flows(ANSWER_MS)
}

async function killAndReopen(scene: Scene): Promise<void> {
  const { gate, desk, say } = scene
  await scene.window.kill()
  await gate.rests(ANSWER_MS)
  const { acknowledged } = gate
  const begun = Date.now()
  const signedIn = await scene.openWindow()
  const { page } = scene
  await openTransfers(page)
  const goOn = rowButton(page, BIG, '继续')
  const pick = question(page).getByRole('button', { name: '选择文件' })
  await expect(goOn).toBeVisible()
  await expect(transfer(page, BIG)).toContainText('选择同一文件')
  await goOn.click()
  const flowing = gate.flows(ANSWER_MS)
  const way = await Promise.race([
    flowing.then(() => 'the browser gave the file back'),
    pick.waitFor({ timeout: ANSWER_MS }).then(() => 'the same file was picked again'),
  ])
  if (await pick.isVisible()) await pickFiles(page, [desk.at(BIG)], () => pick.click())
  await flowing
  say(
    `killed at ${mib(acknowledged)} MiB; reopened${signedIn ? ', signed in again' : ''}, ${way}: ` +
      `it goes on after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  )
}

/** Nobody touches anything. */
async function cutOff({ page, gate, say }: Scene): Promise<void> {
  const back = gate.cut(CUT_MS)
  await expect(transfer(page, BIG)).toContainText('连不上服务器，恢复后自动继续', { timeout: CUT_MS })
  const { acknowledged } = gate
  await back
  const begun = Date.now()
  await gate.flows(ANSWER_MS)
  say(
    `cut off at ${mib(acknowledged)} MiB for ${CUT_MS / 1000} s, which the page says; ` +
      `it goes on by itself ${((Date.now() - begun) / 1000).toFixed(1)} s after`,
  )
}

/** As many files as the list takes, with their folders: in batches, since a paused upload holds one place. */
async function sendFolder({ page, gate, desk, person, say }: Scene, files: Manifest): Promise<void> {
  const begun = Date.now()
  await dropFiles(page, [desk.at(FOLDER)], list(page))
  await expect(question(page)).toContainText(`上传列表最多 ${files.size} 个文件，已有 1 个。`)
  await question(page).getByRole('button', { name: '分批上传' }).click()
  await expect.poll(() => person.tree(), { timeout: STEP_MS }).toEqual({ [FOLDER]: treeOf(files) })
  await expect(transfer(page, BIG)).toContainText('已暂停')
  const seconds = (Date.now() - begun) / 1000
  say(
    `beside it the folder of ${files.size} files is up in batches after ${seconds.toFixed(0)} s, ${mib(gate.bytes)} MiB sent`,
  )
}

function treeOf(files: Manifest): Tree {
  const tree: Tree = {}
  for (const [path, { size }] of files) {
    const pieces = path.split('/')
    const name = pieces.pop() ?? ''
    let at = tree
    for (const piece of pieces) {
      at[piece] ??= {}
      at = at[piece] as Tree
    }
    at[name] = size
  }
  return tree
}

const mib = (bytes: number): string => (bytes / MB).toFixed(1)
