// @module-tag long
import { randomUUID } from 'node:crypto'
import { createFolder, moveInstances, removeInstances } from '@clouddisk/contract/files'
import {
  createOrUpdateLink,
  getLinkArchiveUrl,
  type LinkPermission,
  pageLinkInstances,
} from '@clouddisk/contract/links'
import type { Route } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash } from '@clouddisk/contract/trash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../person.ts'
import { readZipBytes } from '../read-zip.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { openWorld, type World } from '../world.ts'
import { CALL_ANSWERS } from './answers.ts'
import { ask, INPUTS, type Opened, VISITOR_ROUTES } from './calls.ts'

/**
 * What a link does not open is for its visitors as if it did not exist, in every field of every call that takes an id. The
 * fields are read from the contract.
 */

const MARK = 'OUTSIDE'
/** Ids that are not of files and folders of the link: a folder of the visitor's own, a transfer. */
const OTHER_IDS = new Set(['targeParentId', 'uploadId', 'fileId'])
const OWNER_NAME = '欧阳分享'

let world: World
let owner: Person
let visitor: Visitor
let opened: Opened
/** What is outside, by what it is. */
const outside: Record<string, string> = {}
/** Of a link that permits all that goes together: what is answered is never a lack of a permission. */
let linkPath: string
let zipUrl: string

const folder = async (name: string, parentId = '0', person = owner) =>
  (await person.call(createFolder, { parentId, instanceName: name })).instanceId
const file = async (name: string, parentId = '0', person = owner) =>
  (await person.upload(parentId, name, Buffer.from(`${MARK} bytes of ${name}`))).instanceId

beforeAll(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
  owner = await world.person('sharer', { realName: OWNER_NAME })
  visitor = visitorOf(world.baseUrl, await world.person())
  const area = await folder(`${MARK} area`)
  const target = await folder('target', area)
  opened = { folder: target, sub: await folder('sub', target), doc: '' }
  opened = { ...opened, doc: (await owner.upload(target, 'doc.txt', Buffer.from('doc'))).instanceId }
  await owner.upload(opened.sub, 'inner.txt', Buffer.from('inner'))
  const leaving = {
    movedFile: await file(`${MARK} moved doc.txt`, target),
    movedFolder: await folder(`${MARK} moved sub`, target),
    deleted: await file(`${MARK} deleted doc.txt`, opened.sub),
    removed: await file(`${MARK} removed doc.txt`, opened.sub),
  }
  const perms: LinkPermission[] = ['view', 'download', 'save', 'modify']
  linkPath = (await owner.call(createOrUpdateLink, { instanceIds: [target], code: '', perms })).linkPath
  await visitor.call(pageLinkInstances, { linkPath })
  zipUrl = (
    await visitor.call(getLinkArchiveUrl, {
      linkPath,
      instanceIds: [opened.folder, opened.sub],
    })
  ).url
  const { movedFile, movedFolder, deleted, removed } = leaving
  await owner.call(moveInstances, { instanceIds: [movedFile, movedFolder], targeParentId: area })
  await owner.call(removeInstances, { instanceIds: [removed] })
  await owner.call(clearTrash, {})
  await owner.call(removeInstances, { instanceIds: [deleted] })
  await layOutside(area)
  Object.assign(outside, leaving, { parent: area, random: randomUUID(), zero: '0', notAnId: 'nothing' })
}, 60_000)
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

async function layOutside(area: string): Promise<void> {
  const [friend, leader] = [await world.person(), await world.person()]
  const group = await world.group(leader, [[owner, 'linker']])
  const shared = await folder(`${MARK} shared`, '0', friend)
  await friend.call(createShare, {
    instanceIds: [shared],
    members: [{ principalType: 'user', principalId: owner.user.userId, role: 'manager' }],
  })
  const linked = await file(`${MARK} linked doc.txt`, area)
  await owner.call(createOrUpdateLink, { instanceIds: [linked], code: '' })
  Object.assign(outside, {
    siblingFile: await file(`${MARK} doc.txt`, area),
    siblingFolder: await folder(`${MARK} sibling sub`, area),
    ownRoot: (await owner.list())[0]?.parentId ?? '',
    groupRoot: group.rootId,
    groupFile: await file(`${MARK} group doc.txt`, group.rootId),
    received: shared,
    linked,
    strange: await file(`${MARK} strange doc.txt`, '0', friend),
  })
}

const idFieldsOf = ({ input }: Route): string[] =>
  Object.keys(input.properties).filter((key) => /Ids?$/.test(key) && !OTHER_IDS.has(key))

/** Calls that answer the same whatever they name have no `y` in the table. */
const REACHING = VISITOR_ROUTES.filter(
  (route) => idFieldsOf(route).length > 0 && CALL_ANSWERS[route.name]?.includes('y'),
)

describe.each(REACHING)('$name', (route) => {
  it('finds nothing outside of its link', async () => {
    const inside = INPUTS[route.name]?.(opened) ?? {}
    const answerTo = async (field: string, id: string) => {
      const isList = field.endsWith('Ids')
      const tries = isList ? [[id], [opened.doc, id]] : [id]
      const answers = []
      for (const value of tries) {
        const { name, data } = await ask(visitor, route, linkPath, { ...inside, [field]: value })
        answers.push({ name, data: JSON.stringify(data).replaceAll(id, 'THE ID') })
      }
      return answers
    }
    for (const field of idFieldsOf(route)) {
      const nowhere = await answerTo(field, randomUUID())
      for (const { name } of nowhere) expect([field, name]).toEqual([field, 'not_found'])
      for (const [what, id] of Object.entries(outside))
        if (!MAY_DIFFER.has(what)) expect([what, await answerTo(field, id)]).toEqual([what, nowhere])
        else
          for (const { name } of await answerTo(field, id)) expect([what, name]).toEqual([what, 'not_found'])
    }
  })

  it('tells nothing of what is outside', async () => {
    const { name, data } = await ask(visitor, route, linkPath, INPUTS[route.name]?.(opened) ?? {})
    expect(name).toBe('yes')
    const text = JSON.stringify(data)
    expect(text).not.toContain(MARK)
    expect(text).not.toContain(OWNER_NAME)
    for (const [what, id] of Object.entries(outside))
      if (id.length > 20) expect([what, text.includes(id)]).toEqual([what, false])
  })
})
/** These are no ids of this product: a call may say so by another detail, not by another name. */
const MAY_DIFFER = new Set(['zero', 'notAnId'])

it('a ZIP whose address was given before has nothing that left the link', async () => {
  const response = await visitor.fetch(zipUrl)
  const bytes = Buffer.from(await response.arrayBuffer())
  const entries = response.status === 200 ? readZipBytes(bytes).map(({ path }) => path) : []
  expect(entries.filter((path) => path.includes(MARK))).toEqual([])
})
