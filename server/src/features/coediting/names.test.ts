import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EditingWorld, openEditingWorld } from '../../../test/editing-world.ts'
import { docx } from '../../../test/make-docx.ts'
import type { Editor } from '../../../test/office-server.ts'
import type { Person } from '../../../test/person.ts'

/** PutRelativeFile and RenameFile. Names in headers are in UTF-7. */

let editing: EditingWorld
let ann: Person
let folder: string
let file: string
let editor: Editor
beforeAll(async () => {
  editing = await openEditingWorld()
  ann = await editing.world.person()
  ;({ instanceId: folder } = await ann.call(createFolder, { parentId: '0', instanceName: 'folder' }))
  ;({ instanceId: file } = await ann.upload(folder, 'letter.docx', docx(['one'])))
  editor = await editing.open(ann, file)
})
afterAll(async () => {
  expect(await editing.world.doctor()).toEqual([])
  await editing.close()
})

const REPORT = '+YqVUSg-' // 报告
const relative = (headers: Record<string, string>, text = 'copy') =>
  editor.operation('PUT_RELATIVE', headers, docx([text]))
const names = async () => (await ann.list(folder)).map(({ instanceName }) => instanceName).toSorted()

it('a suggested name is changed until it is possible and free', async () => {
  const first = await relative({ 'x-wopi-suggestedtarget': '.pdf' })
  expect([first.status, first.json().Name]).toEqual([200, 'letter.pdf'])
  expect((await relative({ 'x-wopi-suggestedtarget': '.pdf' })).json().Name).toBe('letter (1).pdf')
  expect((await relative({ 'x-wopi-suggestedtarget': 'a:b?.docx' })).json().Name).toBe('a_b_.docx')
  const chinese = await relative({ 'x-wopi-suggestedtarget': `${REPORT}.docx` }, 'chinese')
  expect(chinese.json().Name).toBe('报告.docx')
  // The answer's token opens the new file, and nothing else.
  const { searchParams } = new URL(String(chinese.json().Url))
  const other = editing.office.editor({
    actionUrl: `http://office/?WOPISrc=${encodeURIComponent(String(chinese.json().Url).split('?')[0] ?? '')}`,
    accessToken: searchParams.get('access_token') ?? '',
  })
  expect((await other.get()).bytes.equals(docx(['chinese']))).toBe(true)
  expect(await names()).toEqual(['a_b_.docx', 'letter (1).pdf', 'letter.docx', 'letter.pdf', '报告.docx'])
})

it('a relative name is taken as it is, and replaces only if it says so', async () => {
  const target = { 'x-wopi-relativetarget': 'target.docx' }
  expect((await relative(target)).json().Name).toBe('target.docx')
  const taken = await relative(target)
  expect([taken.status, taken.headers['x-wopi-validrelativetarget']]).toEqual([409, 'target (1).docx'])
  const replaced = await relative({ ...target, 'x-wopi-overwriterelativetarget': 'True' }, 'second')
  expect([replaced.status, replaced.json().Name]).toEqual([200, 'target.docx'])
  const { instanceId } = (await ann.list(folder)).find(
    ({ instanceName }) => instanceName === 'target.docx',
  ) ?? {
    instanceId: '',
  }
  expect((await ann.call(pageVersions, { instanceId })).list).toHaveLength(2)
  await (await editing.open(ann, instanceId)).operation('LOCK', { 'x-wopi-lock': 'theirs' })
  const locked = await relative({ ...target, 'x-wopi-overwriterelativetarget': 'true' }, 'third')
  expect([locked.status, locked.headers['x-wopi-lock']]).toEqual([409, 'theirs'])
})

it('impossible names and headers are refused', async () => {
  const bad = await relative({ 'x-wopi-relativetarget': 'a/b.docx' })
  expect([bad.status, bad.headers['x-wopi-invalidfilenameerror']]).toEqual([400, expect.any(String)])
  expect((await relative({})).status).toBe(400)
  const both = { 'x-wopi-relativetarget': 'a.docx', 'x-wopi-suggestedtarget': 'b.docx' }
  expect((await relative(both)).status).toBe(400)
})

it('nothing is saved beside a file of which only it is shared', async () => {
  const bob = await editing.world.person()
  await ann.call(createShare, {
    instanceIds: [file],
    members: [{ principalType: 'user', principalId: bob.user.userId, role: 'editor' }],
  })
  const editorOfBob = await editing.open(bob, file)
  expect((await editorOfBob.info()).json()).toMatchObject({
    UserCanWrite: true,
    UserCanNotWriteRelative: true,
  })
  expect(
    (await editorOfBob.operation('PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.pdf' }, docx(['x']))).status,
  ).toBe(404)
})

it('a file is renamed, its extension stays', async () => {
  const rename = (name: string, lock?: string) =>
    editor.operation('RENAME_FILE', {
      'x-wopi-requestedname': name,
      ...(lock !== undefined && { 'x-wopi-lock': lock }),
    })
  const renamed = await rename(`${REPORT} 2`)
  expect([renamed.status, renamed.json()]).toEqual([200, { Name: '报告 2' }])
  expect(await names()).toContain('报告 2.docx')
  for (const name of ['a/b', 'target']) {
    const refused = await rename(name)
    expect([refused.status, refused.headers['x-wopi-invalidfilenameerror']]).toEqual([
      400,
      expect.any(String),
    ])
  }
  expect((await rename('')).status).toBe(400)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  const locked = await rename('b', 'other')
  expect([locked.status, locked.headers['x-wopi-lock']]).toEqual([409, 'a'])
  expect((await rename('b', 'a')).json()).toEqual({ Name: 'b' })
})
