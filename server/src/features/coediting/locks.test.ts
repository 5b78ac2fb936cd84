import { queryInstanceDetail } from '@clouddisk/contract/files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EditingWorld, openEditingWorld } from '../../../test/editing-world.ts'
import { docx } from '../../../test/make-docx.ts'
import type { Editor, WopiAnswer } from '../../../test/office-server.ts'
import type { Person } from '../../../test/person.ts'

/** Lock, GetLock, RefreshLock, Unlock, UnlockAndRelock. */

let editing: EditingWorld
let ann: Person
beforeAll(async () => {
  editing = await openEditingWorld()
  ann = await editing.world.person()
})
afterAll(() => editing.close())

let files = 0
async function newEditor(): Promise<Editor> {
  const { instanceId } = await ann.upload('0', `${++files}.docx`, docx([`${files}`]))
  return editing.open(ann, instanceId)
}
const MINUTE = 60_000
const outcome = ({ status, headers }: WopiAnswer) => [status, headers['x-wopi-lock']]
const lock = (editor: Editor, id: string, old?: string) =>
  editor.operation('LOCK', { 'x-wopi-lock': id, ...(old !== undefined && { 'x-wopi-oldlock': old }) })
const held = async (editor: Editor) => outcome(await editor.operation('GET_LOCK'))

it('a lock is taken, refreshed by the same and refused to another', async () => {
  const editor = await newEditor()
  expect(await held(editor)).toEqual([200, ''])
  expect(outcome(await lock(editor, 'a'))).toEqual([200, undefined])
  expect(await held(editor)).toEqual([200, 'a'])
  editing.world.advance(20 * MINUTE)
  expect(outcome(await lock(editor, 'a'))).toEqual([200, undefined])
  editing.world.advance(20 * MINUTE)
  expect(outcome(await lock(editor, 'b'))).toEqual([409, 'a'])
  editing.world.advance(11 * MINUTE)
  expect(await held(editor)).toEqual([200, ''])
  expect(outcome(await lock(editor, 'b'))).toEqual([200, undefined])
})

it('a lock is refreshed and given back by its id alone', async () => {
  const editor = await newEditor()
  const refresh = (id: string) => editor.operation('REFRESH_LOCK', { 'x-wopi-lock': id })
  const unlock = (id: string) => editor.operation('UNLOCK', { 'x-wopi-lock': id })
  expect(outcome(await refresh('a'))).toEqual([409, ''])
  expect(outcome(await unlock('a'))).toEqual([409, ''])
  await lock(editor, 'a')
  expect(outcome(await refresh('b'))).toEqual([409, 'a'])
  expect(outcome(await unlock('b'))).toEqual([409, 'a'])
  editing.world.advance(29 * MINUTE)
  expect(outcome(await refresh('a'))).toEqual([200, undefined])
  editing.world.advance(29 * MINUTE)
  expect(await held(editor)).toEqual([200, 'a'])
  expect(outcome(await unlock('a'))).toEqual([200, undefined])
  expect(await held(editor)).toEqual([200, ''])
})

it('the details of the file say who edits it', async () => {
  const editor = await newEditor()
  const instanceId = editor.source.split('/').at(-1) ?? ''
  const editorOf = async () => (await ann.call(queryInstanceDetail, { instanceId })).onlineEditor
  expect(await editorOf()).toBe(null)
  await lock(editor, 'a')
  expect(await editorOf()).toMatchObject({ userId: ann.user.userId, user: ann.user.userRealName })
  editing.world.advance(31 * MINUTE)
  expect(await editorOf()).toBe(null)
})

it('a lock is exchanged for another', async () => {
  const editor = await newEditor()
  expect(outcome(await lock(editor, 'b', 'a'))).toEqual([409, ''])
  await lock(editor, 'a')
  expect(outcome(await lock(editor, 'c', 'b'))).toEqual([409, 'a'])
  expect(outcome(await lock(editor, 'b', 'a'))).toEqual([200, undefined])
  expect(await held(editor)).toEqual([200, 'b'])
})

it('of two that lock at once, one gets the lock', async () => {
  const editor = await newEditor()
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((id) => lock(editor, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const [, now] = await held(editor)
  for (const { status, headers } of answers) if (status === 409) expect(headers['x-wopi-lock']).toBe(now)
})

it('ids have up to 1,024 characters of any kind', async () => {
  const editor = await newEditor()
  const long = `{"S":"${'x'.repeat(1024 - 14)}é"}`.slice(0, 1024)
  expect((await lock(editor, long)).status).toBe(200)
  expect(await held(editor)).toEqual([200, long])
  expect((await lock(editor, `${'y'.repeat(1025)}`)).status).toBe(400)
  expect((await editor.operation('LOCK')).status).toBe(400)
})

it('other operations are not implemented', async () => {
  const editor = await newEditor()
  for (const name of ['DELETE', 'PUT_USER_INFO', 'GET_SHARE_URL', 'COBALT', ''])
    expect([name, (await editor.operation(name)).status]).toEqual([name, 501])
  expect(
    (await editor.call({ method: 'POST', path: '/contents', headers: { 'x-wopi-override': 'LOCK' } })).status,
  ).toBe(501)
  expect((await editor.call({ path: '/ancestry' })).status).toBe(404)
})
