import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdminNode, queryNodes, removeNode, saveNode } from '@clouddisk/contract/admin-nodes'
import { pageLogs } from '@clouddisk/contract/audit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { testFolderPrefix } from '../../../test/test-folders.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { VERSION } from '../../config/version.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { freeName, keepPresent, nameOfHost, registerNode } from './presence.ts'

let world: World
let admin: Person
const folders: string[] = []
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_NODE: 'beijing-1' })
  admin = await world.admin('storageAdmin')
})
afterEach(async () => {
  await world.ctx.db.reader.deleteFrom('node').execute()
})
afterAll(async () => {
  await world.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const nodes = async () => (await admin.call(queryNodes, {})).list
const named = async (name: string) => (await nodes()).find(({ nodeName }) => nodeName === name)
const add = async (nodeName: string, more: object = {}) =>
  (await admin.call(saveNode, { nodeName, ...more })).nodeId
/** As if the node's server had not been heard of for so long. */
const silent = (name: string, seconds: number) =>
  sql`update node set seen_at = clock_timestamp() - make_interval(secs => ${seconds}) where name = ${name}`.execute(
    world.ctx.db.reader,
  )
/** The newest first. */
async function logged(action: string) {
  const auditor = await world.admin('auditor')
  const { list } = await auditor.call(pageLogs, { action })
  return list.map(({ action, objectName }) => [action, objectName])
}
const badField = (field: string, reason: string) =>
  expect.objectContaining({ name: 'bad_field', details: expect.objectContaining({ field, reason }) })

/** Another server of the database, with a data folder of its own. */
async function otherServer(node?: string): Promise<Context> {
  const dataDir = await mkdtemp(join(tmpdir(), testFolderPrefix()))
  folders.push(dataDir)
  return { ...world.ctx, config: { ...world.ctx.config, dataDir, node } }
}

describe('a server is a node (R91)', () => {
  it('from its start on, alive while it was seen within 30 seconds', async () => {
    await registerNode(world.ctx)
    const [node] = await nodes()
    expect(node).toMatchObject({
      nodeName: 'beijing-1',
      state: 'alive',
      isThis: true,
      version: VERSION,
      clusterId: null,
    })
    expect(Date.parse(node?.startTime ?? '')).toBeLessThanOrEqual(Date.parse(node?.seenTime ?? ''))
    await silent('beijing-1', 29)
    expect(await named('beijing-1')).toMatchObject({ state: 'alive' })
    await silent('beijing-1', 31)
    expect(await named('beijing-1')).toMatchObject({ state: 'away' })
    await keepPresent(world.ctx)
    expect(await named('beijing-1')).toMatchObject({ state: 'alive', startTime: node?.startTime })
    expect(await logged('node.registered')).toEqual([['node.registered', 'beijing-1']])
  })

  it('that an administrator made, where no server has started as it', async () => {
    const nodeId = await add('Beijing-1', { remarks: 'in the east', internalAddress: '10.0.0.5:8080' })
    expect(await named('Beijing-1')).toMatchObject({ state: 'new', seenTime: null, isThis: false })
    await registerNode(world.ctx)
    expect(await nodes()).toMatchObject([{ nodeId, nodeName: 'Beijing-1', state: 'alive', isThis: true }])
    expect(await named('Beijing-1')).toMatchObject({
      remarks: 'in the east',
      internalAddress: '10.0.0.5:8080',
    })
  })

  it('of its own beside another server of the same name, and of that name once the other has ended', async () => {
    await registerNode(world.ctx)
    const other = await otherServer('beijing-1')
    await registerNode(other)
    expect((await nodes()).map(({ nodeName, isThis }) => [nodeName, isThis])).toEqual([
      ['beijing-1', true],
      ['beijing-1-2', false],
    ])
    await keepPresent(other)
    expect(await nodes()).toHaveLength(2)
    await silent('beijing-1', 31)
    await keepPresent(other)
    expect((await nodes()).map(({ nodeName, isThis }) => [nodeName, isThis])).toEqual([['beijing-1', false]])
  })

  it('that is renamed by administrators until its next start with a configured name', async () => {
    await registerNode(world.ctx)
    const [{ nodeId } = {} as AdminNode] = await nodes()
    await admin.call(saveNode, { nodeId, nodeName: 'shanghai' })
    await keepPresent(world.ctx)
    expect(await named('shanghai')).toMatchObject({ nodeId, isThis: true })
    await registerNode(world.ctx)
    expect(await nodes()).toMatchObject([{ nodeId, nodeName: 'beijing-1' }])
  })

  it('named as its host where no name is configured, and again after its node was deleted', async () => {
    const other = await otherServer()
    await registerNode(other)
    const [{ nodeId, nodeName } = {} as AdminNode] = await nodes()
    expect([...nodeName].length).toBeGreaterThanOrEqual(3)
    await silent(nodeName, 31)
    await admin.call(removeNode, { nodeId })
    expect(await nodes()).toEqual([])
    await keepPresent(other)
    expect(await nodes()).toMatchObject([{ nodeName, state: 'alive' }])
    // A third machine of the same host name does not take its place while it is away.
    await silent(nodeName, 31)
    await registerNode(await otherServer())
    expect((await nodes()).map(({ state }) => state).sort()).toEqual(['alive', 'away'])
  })

  it.each([
    ['disk-server-of-beijing.example.com', 'disk-server-'],
    ['pc', 'node-pc'],
    ['', 'node'],
    ['my host!', 'myhost'],
    ['北京', 'node-北京'],
  ])('of the host %j is called %j (R154)', (host, name) => {
    expect(nameOfHost(host)).toBe(name)
  })

  it('has a name that no other has', () => {
    expect(freeName('disk', ['other'])).toBe('disk')
    expect(freeName('disk', ['DISK', 'disk-2'])).toBe('disk-3')
    expect(freeName('abcdefghijkl', ['abcdefghijkl'])).toBe('abcdefghij-2')
  })
})

describe('nodes of administrators', () => {
  it('are saved, changed and deleted, and that is logged (R91)', async () => {
    const clusterId = newId()
    const at = world.ctx.now()
    await world.ctx.db.reader
      .insertInto('cluster')
      .values({ id: clusterId, name: 'East', site_id: null, created_at: at, updated_at: at })
      .execute()
    const fields = {
      remarks: 'rack 4',
      businessAddress: 'https://disk.example.com',
      internalAddress: '[2001:db8::5]:8080',
    }
    const nodeId = await add('  shanghai ', { ...fields, clusterId })
    expect(await nodes()).toMatchObject([
      { nodeId, nodeName: 'shanghai', ...fields, clusterId, clusterName: 'East', state: 'new' },
    ])
    await admin.call(saveNode, { nodeId, nodeName: 'shanghai-1' })
    expect(await nodes()).toMatchObject([
      { nodeId, nodeName: 'shanghai-1', remarks: '', businessAddress: '', clusterId: null },
    ])
    await admin.call(removeNode, { nodeId })
    expect(await nodes()).toEqual([])
    await expect(admin.call(removeNode, { nodeId })).rejects.toMatchObject({
      name: 'not_found',
      details: { what: 'node' },
    })
    expect((await logged('node.saved')).slice(0, 2)).toEqual([
      ['node.saved', 'shanghai-1'],
      ['node.saved', 'shanghai'],
    ])
    expect((await logged('node.removed'))[0]).toEqual(['node.removed', 'shanghai-1'])
  })

  it('have names of 3 to 12 characters that no other has (R154)', async () => {
    for (const nodeName of ['', 'ab', ' ab ', 'abcdefghijklm', 'a\u0007bc', '\u200b\u200b\u200b'])
      await expect(add(nodeName), JSON.stringify(nodeName)).rejects.toEqual(badField('nodeName', 'node_name'))
    await add('abc')
    await add('abcdefghijkl')
    await add('一二三')
    await expect(add('ABC')).rejects.toMatchObject({ name: 'name_taken' })
  })

  it('name the field that is wrong', async () => {
    await expect(add('node', { businessAddress: 'a b' })).rejects.toEqual(
      badField('businessAddress', 'server_address'),
    )
    for (const internalAddress of [
      '10.0.0',
      '10.0.0.256',
      'host:0',
      'host:70000',
      'ftp://host',
      'a..b',
      '[10.0.0.1]',
    ])
      await expect(add('node', { internalAddress }), internalAddress).rejects.toEqual(
        badField('internalAddress', 'server_address'),
      )
    await expect(add('node', { remarks: 'x'.repeat(201) })).rejects.toEqual(badField('remarks', 'too_long'))
    for (const clusterId of ['nowhere', newId()])
      await expect(add('node', { clusterId })).rejects.toMatchObject({
        name: 'not_found',
        details: { what: 'cluster' },
      })
    await expect(add('node', { nodeId: newId() })).rejects.toMatchObject({ name: 'not_found' })
    expect(await nodes()).toEqual([])
  })

  it('are not deleted while their server runs', async () => {
    await registerNode(world.ctx)
    const [{ nodeId } = {} as AdminNode] = await nodes()
    await expect(admin.call(removeNode, { nodeId })).rejects.toMatchObject({
      name: 'node_alive',
      details: { name: 'beijing-1' },
    })
    await silent('beijing-1', 31)
    await admin.call(removeNode, { nodeId })
    expect(await nodes()).toEqual([])
  })
})
