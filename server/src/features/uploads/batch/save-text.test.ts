// @module-tag long
import { randomUUID } from 'node:crypto'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { codeOf } from '@clouddisk/contract/errors'
import { queryInstanceDetail } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { saveText } from '@clouddisk/contract/texts'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let anna: Person
beforeEach(async () => {
  world = await openWorld()
  anna = await world.person('anna_1', { capacity: 1_000_000, realName: 'Anna' })
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

/** The version that is read, as the page learns it. */
async function baseOf(person: Person, instanceId: string): Promise<string> {
  const answer = await fetch(await person.call(getDownloadUrl, { instanceId, mode: 'preview' }), {
    headers: { authorization: `Bearer ${person.token}` },
  })
  await answer.body?.cancel()
  return answer.headers.get('etag')?.replaceAll('"', '') ?? ''
}

type Save = Partial<Input<typeof saveText>> &
  Pick<Input<typeof saveText>, 'instanceId' | 'versionId' | 'text'>
const saving = (person: Person, save: Save) => person.call(saveText, { saveId: randomUUID(), ...save })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const textOf = async (person: Person, id: string) => (await person.download(id)).toString('utf8')
const chargedTo = async (person: Person) =>
  world.ctx.db.reader
    .selectFrom('space')
    .select(['used', 'reserved'])
    .where('person_id', '=', person.user.userId)
    .executeTakeFirstOrThrow()

describe('text that was edited', () => {
  it('is a new version of its file, and the base of the next save', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('one'))
    const first = await saving(anna, {
      instanceId,
      versionId: await baseOf(anna, instanceId),
      text: 'two\r\n会议',
    })
    expect(first).toMatchObject({ instanceId, outcome: 'newVersion', versionNo: 2, fileSize: 11 })
    expect(first.versionId).toBe(await baseOf(anna, instanceId))
    const second = await saving(anna, { instanceId, versionId: first.versionId, text: 'three' })
    expect(second).toMatchObject({ versionNo: 3 })
    expect(await textOf(anna, instanceId)).toBe('three')
    expect(await anna.tree()).toEqual({ 'notes.txt': 5 })
    expect(await chargedTo(anna)).toEqual({ used: 3 + 11 + 5, reserved: 0 })
    expect(await anna.call(queryOpenUploads, {})).toEqual([])
  })

  it('makes no version where nothing was changed', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('one'))
    const versionId = await baseOf(anna, instanceId)
    const saved = await saving(anna, { instanceId, versionId, text: 'one' })
    expect(saved).toMatchObject({ outcome: 'skipped', versionNo: 1, versionId })
    expect(await chargedTo(anna)).toEqual({ used: 3, reserved: 0 })
  })

  it('is refused over another’s change, which stays, and names who made it', async () => {
    const bob = await world.person('bob_12', { realName: 'Bob' })
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('base'))
    await anna.call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType: 'user', principalId: bob.user.userId, role: 'editor' }],
    })
    const versionId = await baseOf(anna, instanceId)
    const theirs = await saving(bob, { instanceId, versionId, text: 'bob' })
    const mine = saving(anna, { instanceId, versionId, text: 'anna' })
    await expect(mine).rejects.toMatchObject({
      ...refused('edited_meanwhile'),
      details: { user: 'Bob', userId: bob.user.userId, versionId: theirs.versionId },
    })
    expect(await textOf(anna, instanceId)).toBe('bob')
    const kept = await saving(anna, { instanceId, versionId, text: 'anna', conflict: 'keepBoth' })
    expect(kept).toMatchObject({ instanceName: 'notes (1).txt', outcome: 'renamed' })
    expect(await textOf(anna, instanceId)).toBe('bob')
    expect(await textOf(anna, kept.instanceId)).toBe('anna')
    // The folder is not shared with Bob.
    const beside = saving(bob, { instanceId, versionId, text: 'more', conflict: 'keepBoth' })
    await expect(beside).rejects.toMatchObject(refused('not_permitted'))
  })

  it('of two saves at once is in one version; the other is refused', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('base'))
    const versionId = await baseOf(anna, instanceId)
    const both = await Promise.allSettled(
      ['left', 'right'].map((text) => saving(anna, { instanceId, versionId, text })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject(refused('edited_meanwhile'))
    expect(await anna.call(queryInstanceDetail, { instanceId })).toMatchObject({ versionNo: 2 })
  })

  it('sent again with the same id, its answer lost, is saved once', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('base'))
    const versionId = await baseOf(anna, instanceId)
    for (const conflict of ['fail', 'keepBoth'] as const) {
      const save = { instanceId, versionId, text: conflict, conflict, saveId: randomUUID() }
      const [one, two] = await Promise.all([saving(anna, save), saving(anna, save)])
      const three = await saving(anna, save)
      expect([one.versionId, two.versionId]).toEqual([three.versionId, three.versionId])
    }
    expect(await anna.tree()).toEqual({ 'notes.txt': 4, 'notes (1).txt': 8 })
  })

  it.each([
    ['gb18030', false, 'c4e3bac30d0a'],
    ['utf-16le', true, 'fffe604f7d590d000a00'],
    ['utf-16be', true, 'feff4f60597d000d000a'],
    ['utf-8', true, 'efbbbfe4bda0e5a5bd0d0a'],
    ['big5', false, 'a741a66e0d0a'],
  ] as const)('is kept in %s, mark: %s', async (encoding, bom, hex) => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('x'))
    const versionId = await baseOf(anna, instanceId)
    await saving(anna, { instanceId, versionId, text: '你好\r\n', encoding, bom })
    expect((await anna.download(instanceId)).toString('hex')).toBe(hex)
  })

  it('is refused, and names them, with characters that the encoding does not have', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('x'))
    const versionId = await baseOf(anna, instanceId)
    const sent = saving(anna, { instanceId, versionId, text: 'a你b', encoding: 'windows-1252' })
    await expect(sent).rejects.toMatchObject({
      ...refused('text_not_encodable'),
      details: { characters: '你' },
    })
    expect(await textOf(anna, instanceId)).toBe('x')
  })

  it('is refused for what a long text has at its end alone, once each', async () => {
    const { instanceId } = await anna.upload('0', 'notes.txt', Buffer.from('x'))
    const versionId = await baseOf(anna, instanceId)
    const text = `${'é'.repeat(5000)}乙甲${'é'.repeat(5000)}甲乙丙丁戊己`
    const sent = saving(anna, { instanceId, versionId, text, encoding: 'windows-1252' })
    await expect(sent).rejects.toMatchObject({ details: { characters: '乙 甲 丙 丁 戊' } })
  })

  it('says nothing of the content to people who may save but not read', async () => {
    const blind = await world.person('blind_1', { capacity: 1000, roles: ['uploader'] })
    const { instanceId } = await blind.upload('0', 'notes.txt', Buffer.from('secret'))
    const versionId = randomUUID()
    for (const text of ['secret', 'guessed']) {
      const sent = saving(blind, { instanceId, versionId, text })
      await expect(sent).rejects.toMatchObject(refused('edited_meanwhile'))
    }
  })

  it('is refused over 2 MB, in a full space, for a folder and where it may not be saved', async () => {
    const poor = await world.person('poor_1', { capacity: 10 })
    const { instanceId } = await poor.upload('0', 'notes.txt', Buffer.from('x'))
    const versionId = await baseOf(poor, instanceId)
    const large = saving(poor, { instanceId, versionId, text: '会'.repeat(800_000) })
    await expect(large).rejects.toMatchObject({ code: codeOf('bad_field'), details: { field: 'text' } })
    const full = saving(poor, { instanceId, versionId, text: '0123456789' })
    await expect(full).rejects.toMatchObject(refused('quota_full'))
    const [root] = await poor.list()
    const folder = saving(poor, { instanceId: root?.parentId ?? '', versionId, text: 'x' })
    await expect(folder).rejects.toMatchObject(refused('is_a_folder'))
    const viewer = await world.person('viewer_1')
    await poor.call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType: 'user', principalId: viewer.user.userId, role: 'viewer' }],
    })
    const denied = saving(viewer, { instanceId, versionId, text: 'y' })
    await expect(denied).rejects.toMatchObject(refused('not_permitted'))
    expect(await textOf(poor, instanceId)).toBe('x')
  })
})
