import { currentUser } from '@clouddisk/contract/accounts'
import { checkCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { createOnline, openOnline, queryOnlineTypes } from '@clouddisk/contract/coediting'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EditingWorld, openEditingWorld } from '../../../test/editing-world.ts'
import { docx } from '../../../test/make-docx.ts'
import { openOfficeServer } from '../../../test/office-server.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld } from '../../../test/world.ts'
import { actionUrl } from './action-url.ts'

/** What an Office server says it can do, and what the drive makes of it. */

let editing: EditingWorld
let ann: Person
beforeAll(async () => {
  editing = await openEditingWorld({ edit: ['docx', 'xlsx'], view: ['docx', 'pdf'] })
  ann = await editing.world.person()
})
afterAll(() => editing.close())

it('says which files can be opened, and is asked once', async () => {
  const before = editing.office.asked()
  for (let n = 0; n < 3; n++)
    expect(await ann.call(queryOnlineTypes, {})).toEqual({
      edit: ['docx', 'xlsx'],
      view: ['docx', 'pdf', 'xlsx'],
      create: ['docx', 'xlsx'],
    })
  expect(editing.office.asked() - before).toBeLessThanOrEqual(1)
  expect((await ann.call(currentUser, {})).onlineEditing).toBe(true)
})

it('without an Office server there is nothing', async () => {
  const world = await openWorld()
  const person = await world.person()
  expect((await person.call(currentUser, {})).onlineEditing).toBe(false)
  expect(await person.call(queryOnlineTypes, {})).toEqual({ edit: [], view: [], create: [] })
  const { instanceId } = await person.upload('0', 'a.docx', docx(['one']))
  await expect(person.call(openOnline, { instanceId })).rejects.toMatchObject({ name: 'office_away' })
  await world.close()
})

it('files of other kinds are not opened', async () => {
  const { instanceId } = await ann.upload('0', 'a.zip', Buffer.from('PK'))
  await expect(ann.call(openOnline, { instanceId })).rejects.toMatchObject({ name: 'not_an_online_type' })
  const pdf = await ann.upload('0', 'a.pdf', Buffer.from('%PDF'))
  await expect(ann.call(openOnline, { instanceId: pdf.instanceId })).rejects.toMatchObject({
    name: 'not_an_online_type',
  })
  expect((await ann.call(openOnline, { instanceId: pdf.instanceId, mode: 'view' })).actionUrl).toContain(
    '/editor/view?',
  )
})

it('new documents are empty files of their kind, under free names', async () => {
  const create = (kind: 'docx' | 'xlsx' | 'pptx', instanceName: string) =>
    ann.call(createOnline, { parentId: '0', kind, instanceName })
  for (const kind of ['docx', 'xlsx', 'pptx'] as const) {
    const made = await create(kind, `new.${kind}`)
    expect((await ann.download(made.instanceId)).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  }
  expect((await create('docx', 'new.docx')).instanceName).toBe('new (1).docx')
  for (const name of ['new.txt', 'a/b.docx', 'new'])
    await expect(create('docx', name)).rejects.toMatchObject({ name: 'bad_field' })
})

describe('what answers', () => {
  const tryWith = async (answer: { status?: number; body?: string }) => {
    const office = await openOfficeServer()
    office.answerWith(answer)
    const { admin, clusterId } = editing
    await admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: office.address })
    const { findings } = await admin.call(checkCluster, { clusterId })
    const { instanceId } = await ann.upload('0', 'x.docx', docx(['one']), { conflict: 'keepBoth' })
    const opened = await ann.call(openOnline, { instanceId }).then(
      () => 'opened',
      ({ name }) => name,
    )
    await office.close()
    return [findings.find(({ check }) => check === 'coediting')?.reason, opened]
  }

  it.each([
    ['a page', { body: '<html><body>Sign in</body></html>' }, 'not_office'],
    ['no XML', { body: 'hello' }, 'not_office'],
    ['a DTD', { body: '<!DOCTYPE a [<!ENTITY b "c">]><wopi-discovery>&b;</wopi-discovery>' }, 'not_office'],
    ['no page', { status: 404 }, 'not_office'],
    ['a fault', { status: 502 }, 'http_status'],
    ['too much', { body: `<wopi-discovery>${' '.repeat(5_000_000)}</wopi-discovery>` }, 'not_office'],
    ['a key that is none', { body: '<wopi-discovery><proof-key modulus="" exponent="x"/>' }, 'not_office'],
  ])('is no Office server if it is %s', async (_what, answer, reason) => {
    expect(await tryWith(answer)).toEqual([reason, 'office_away'])
  })
})

describe('the address of an action', () => {
  const SOURCE = 'https://drive.example.com/disk/wopi/files/1'
  const encoded = encodeURIComponent(SOURCE)

  it('is filled in as its Office server has it', () => {
    expect(actionUrl('https://office/cool.html?', SOURCE, 'zh-CN')).toBe(
      `https://office/cool.html?WOPISrc=${encoded}&lang=zh-CN&closebutton=1`,
    )
    expect(
      actionUrl('https://office/word?<ui=UI_LLCC&><rs=DC_LLCC&><dchat=DISABLE_CHAT&>', SOURCE, 'en-US'),
    ).toBe(`https://office/word?ui=en-US&rs=en-US&WOPISrc=${encoded}`)
    expect(actionUrl('https://office/word?a=1&<ui=UI_LLCC&><wopisrc=WOPI_SOURCE&>', SOURCE, 'en-US')).toBe(
      `https://office/word?a=1&ui=en-US&wopisrc=${encoded}`,
    )
    expect(actionUrl('https://office/word', SOURCE, 'en-US')).toContain('/word?WOPISrc=')
  })
})
