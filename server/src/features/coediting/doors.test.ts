import { generateKeyPairSync } from 'node:crypto'
import { currentUser, logout } from '@clouddisk/contract/accounts'
import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { changePeople } from '@clouddisk/contract/admin-people'
import { openOnline } from '@clouddisk/contract/coediting'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { removeInstances } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { createShare, removeShares } from '@clouddisk/contract/shares'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EditingWorld, openEditingWorld } from '../../../test/editing-world.ts'
import { docx } from '../../../test/make-docx.ts'
import { type Person, personOf } from '../../../test/person.ts'

/** Who gets in: tokens, sessions, permissions, proofs. */

let editing: EditingWorld
let ann: Person
const logged: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  editing = await openEditingWorld({}, log)
  ann = await editing.world.person('ann_lee')
})
afterAll(() => editing.close())

let files = 0
const newFile = async (person = ann) =>
  (await person.upload('0', `${++files}.docx`, docx([`${files}`]))).instanceId
const everyCall = async (editor: Awaited<ReturnType<EditingWorld['open']>>) => [
  (await editor.info()).status,
  (await editor.get()).status,
  (await editor.put(docx(['x']), 'a')).status,
  (await editor.operation('LOCK', { 'x-wopi-lock': 'a' })).status,
]
const all = (status: number) => [status, status, status, status]

it('tokens that are none, of another file, tampered with or over open nothing', async () => {
  const [first, second] = [await newFile(), await newFile()]
  const { accessToken } = await ann.call(openOnline, { instanceId: first })
  const editor = await editing.open(ann, second)
  const [body = '', mark = ''] = accessToken.split('.')
  const wider = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), fileId: second }
  const forged = `${Buffer.from(JSON.stringify(wider)).toString('base64url')}.${mark}`
  for (const token of ['', 'x', 'x.y', accessToken, forged, ann.token, `${accessToken}x`])
    for (const call of [{}, { path: '/contents' }])
      expect((await editor.call({ ...call, token })).status).toBe(401)
  expect((await fetch(editor.source)).status).toBe(401)
  expect((await fetch(editor.source, { headers: { authorization: `Bearer ${ann.token}` } })).status).toBe(401)
  expect((await editor.info()).status).toBe(200)
})

it('a token ends after ten hours', async () => {
  const instanceId = await newFile()
  const { accessToken, accessTokenTtl } = await ann.call(openOnline, { instanceId })
  const hours = (accessTokenTtl - editing.world.ctx.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(9.9)
  expect(hours).toBeLessThanOrEqual(10)
  const [body = ''] = accessToken.split('.')
  expect(JSON.parse(Buffer.from(body, 'base64url').toString()).until).toBe(accessTokenTtl)
  const editor = await editing.open(ann, instanceId)
  // Somebody works all the time, so the session goes on.
  for (let n = 0; n < 20; n++) {
    editing.world.advance(30 * 60_000 + 1000)
    await ann.call(currentUser, {})
  }
  expect(await everyCall(editor)).toEqual(all(401))
})

it('a token opens no call of the drive', async () => {
  const instanceId = await newFile()
  const { accessToken } = await ann.call(openOnline, { instanceId })
  const program = personOf(editing.world.baseUrl, accessToken, ann.user)
  await expect(program.call(currentUser, {})).rejects.toMatchObject({ name: 'not_signed_in' })
  await expect(program.call(getDownloadUrl, { instanceId })).rejects.toMatchObject({ name: 'not_signed_in' })
})

it('a token ends with its session, and with the account', async () => {
  const bob = await editing.world.person('bob_wu')
  const other = await editing.world.again(bob)
  const instanceId = await newFile(bob)
  const [first, second] = [await editing.open(bob, instanceId), await editing.open(other, instanceId)]
  await bob.fetch(pathOf(logout))
  expect(await everyCall(first)).toEqual(all(401))
  expect((await second.info()).status).toBe(200)
  await editing.admin.call(changePeople, { userIds: [bob.user.userId], action: 'freeze' })
  expect(await everyCall(second)).toEqual(all(401))
})

it('a token ends with the permission, and with the file', async () => {
  const cat = await editing.world.person('cat_li')
  const instanceId = await newFile()
  await expect(cat.call(openOnline, { instanceId })).rejects.toMatchObject({ name: 'not_found' })
  const { shares } = await ann.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: cat.user.userId, role: 'editor' }],
  })
  const editor = await editing.open(cat, instanceId)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  await ann.call(removeShares, { shareIds: shares.map(({ fileSharingId }) => fileSharingId) })
  expect(await everyCall(editor)).toEqual(all(404))
  const own = await editing.open(ann, instanceId)
  expect((await own.info()).status).toBe(200)
  await ann.call(removeInstances, { instanceIds: [instanceId] })
  expect(await everyCall(own)).toEqual(all(404))
})

it('content in which a virus was found is given to no Office server (R92)', async () => {
  const instanceId = await newFile()
  const editor = await editing.open(ann, instanceId)
  expect((await editor.get()).status).toBe(200)
  await editing.world.ctx.db.pool.query(
    `insert into virus_scan (blob_id, state, finding)
     select v.blob_id, 'infected', 'Test' from file f join file_version v on v.id = f.version_id where f.id = $1
     on conflict (blob_id) do update set state = excluded.state, finding = excluded.finding`,
    [instanceId],
  )
  expect((await editor.get()).status).toBe(403)
  await expect(editing.open(ann, instanceId)).rejects.toMatchObject({ name: 'virus_found' })
  // What is saved is a version of its own.
  expect((await editor.operation('LOCK', { 'x-wopi-lock': 'a' })).status).toBe(200)
  expect((await editor.put(docx(['clean']), 'a')).status).toBe(200)
  expect((await editor.get()).status).toBe(200)
})

it('a token to view writes nothing, also for those who may edit', async () => {
  const instanceId = await newFile()
  const editor = await editing.open(ann, instanceId, 'view')
  expect((await editor.get()).status).toBe(200)
  expect((await editor.put(docx(['x']), 'a')).status).toBe(404)
  const saveAs = { 'x-wopi-suggestedtarget': 'other.docx', 'x-wopi-size': '1' }
  for (const [name, headers] of Object.entries({
    LOCK: { 'x-wopi-lock': 'a' },
    UNLOCK: { 'x-wopi-lock': 'a' },
    RENAME_FILE: { 'x-wopi-requestedname': 'b' },
    PUT_RELATIVE: saveAs,
  }))
    expect([name, (await editor.operation(name, headers)).status]).toEqual([name, 404])
})

it('calls have to be signed by the Office server, lately', async () => {
  const editor = await editing.open(ann, await newFile())
  const now = editing.world.ctx.now().getTime()
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  for (const signed of [
    { isUnsigned: true },
    { at: now - 20 * 60_000 - 1000 },
    { at: now + 30 * 60_000 },
    { key, oldKey: key },
    { url: `${editor.source}/contents` },
  ])
    expect([signed, (await editor.call({ signed })).status]).toEqual([signed, 500])
  expect((await editor.call({ signed: { at: now - 19 * 60_000 } })).status).toBe(200)
  const proof = { 'x-wopi-proof': 'x', 'x-wopi-timestamp': '1'.repeat(30) }
  expect((await editor.call({ headers: proof })).status).toBe(500)
})

it('keys may change: the old one is known for a while, the new one is asked for', async () => {
  const editor = await editing.open(ann, await newFile())
  expect((await editor.info()).status).toBe(200)
  // Signed with the new key, and with the one that the drive knows.
  editing.office.rotate()
  expect((await editor.info()).status).toBe(200)
  expect((await editor.put(docx(['two']))).status).toBe(409)
})

it('calls of an Office server without keys need no proof', async () => {
  const plain = await openEditingWorld({ signs: false })
  const person = await plain.world.person()
  const { instanceId } = await person.upload('0', 'a.docx', docx(['one']))
  expect((await (await plain.open(person, instanceId)).info()).status).toBe(200)
  await plain.close()
})

it('a token ends once the cluster has no Office server', async () => {
  const instanceId = await newFile()
  const editor = await editing.open(ann, instanceId)
  const { clusterId } = editing
  await editing.admin.call(saveCluster, { clusterId, clusterName: 'office', coeditingAddress: '' })
  expect(await everyCall(editor)).toEqual(all(401))
  await expect(editing.open(ann, instanceId)).rejects.toMatchObject({ name: 'office_away' })
  await editing.admin.call(saveCluster, {
    clusterId,
    clusterName: 'office',
    coeditingAddress: editing.office.address,
  })
  expect((await editor.info()).status).toBe(200)
})

it('no token is in the log', async () => {
  const instanceId = await newFile()
  const { accessToken, actionUrl } = await ann.call(openOnline, { instanceId })
  const editor = editing.office.editor({ accessToken, actionUrl })
  await editor.info()
  await editor.put('x', 'a')
  await editor.call({ signed: { isUnsigned: true } })
  await editor.operation('NONE')
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toContain(accessToken)
  const { rows } = await editing.world.ctx.db.pool.query('select request_context::text from change')
  expect(JSON.stringify(rows)).not.toContain(accessToken)
})
