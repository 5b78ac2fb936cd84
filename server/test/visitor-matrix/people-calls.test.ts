import { createComment } from '@clouddisk/contract/comments'
import { createFeedback } from '@clouddisk/contract/feedback'
import { createFolder } from '@clouddisk/contract/files'
import { saveLibraryValues } from '@clouddisk/contract/libraries'
import { createOrUpdateLink, type LinkPermission, pageLinkInstances } from '@clouddisk/contract/links'
import { pathOf } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newLibrary } from '../library.ts'
import type { Person } from '../person.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { openWorld, type World } from '../world.ts'
import { ask, INPUTS } from './calls.ts'

/**
 * Calls of people about files and the product, asked by visitors who are in an open link that permits all: of a guest none is
 * answered, and of a person who is signed in only what does not lead to the link's files.
 */

let world: World
let owner: Person
let guest: Visitor
let signedIn: Visitor
let linkPath: string
const ids = { folder: '', doc: '', comment: '', feedback: '', library: '' }
const SECRET = 'value of an attribute'

beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  // What is linked lies in a business library, so that its calls could lead there, too.
  const { libraryId: library, folderId: parentId, attributeId } = await newLibrary(await world.admin(), owner)
  const { instanceId: folder } = await owner.call(createFolder, { parentId, instanceName: 'linked' })
  const { instanceId: doc } = await owner.upload(folder, 'doc.txt', Buffer.from('doc'))
  await owner.call(saveLibraryValues, { instanceId: doc, values: [{ attributeId, value: SECRET }] })
  const { commentId: comment } = await owner.call(createComment, { instanceId: doc, text: 'inside' })
  const { feedbackId: feedback } = await owner.call(createFeedback, { kind: 'idea', text: 'mine' })
  Object.assign(ids, { folder, doc, comment, feedback, library })
  const perms: LinkPermission[] = ['view', 'download', 'save', 'modify']
  ;({ linkPath } = await owner.call(createOrUpdateLink, { instanceIds: [folder], code: '', perms }))
  guest = visitorOf(world.baseUrl)
  signedIn = visitorOf(world.baseUrl, await world.person())
  for (const visitor of [guest, signedIn])
    expect((await visitor.call(pageLinkInstances, { linkPath, parentId: folder })).list).toHaveLength(1)
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

/** By call, what it is asked with, and what a person is answered who is no reader of the files. */
const CALLS: Readonly<Record<string, () => readonly [fields: Record<string, unknown>, answer: string]>> = {
  updateAttribute: () => [{ instanceId: ids.doc, labels: ['visitor'] }, 'not_found'],
  updateLabels: () => [{ instanceIds: [ids.doc], label: 'visitor', action: 'add' }, 'not_found'],
  queryLabels: () => [{ instanceId: ids.doc }, 'not_found'],
  pageComments: () => [{ instanceId: ids.doc }, 'not_found'],
  createComment: () => [{ instanceId: ids.doc, text: 'visitor' }, 'not_found'],
  updateComment: () => [{ commentId: ids.comment, text: 'visitor' }, 'not_found'],
  removeComment: () => [{ commentId: ids.comment }, 'not_found'],
  searchMentions: () => [{ instanceId: ids.doc }, 'not_found'],
  pageActivity: () => [{ instanceId: ids.folder }, 'not_found'],
  pageGroupActivity: () => [{ groupId: ids.folder }, 'not_found'],
  pagePersonalTable: () => [{}, 'yes'],
  // A workbook of what the call above lists.
  exportPersonalTable: () => [{}, 'not asked'],
  queryImportSources: () => [{}, 'yes'],
  queryImportFolder: () => [{ sourceId: ids.folder, path: '' }, 'not_found'],
  startImport: () => [{ sourceId: ids.folder, path: '/a', targeParentId: ids.folder }, 'not_found'],
  queryImports: () => [{}, 'yes'],
  pageImportItems: () => [{ importId: ids.folder }, 'not_found'],
  exportImport: () => [{ importId: ids.folder }, 'not_found'],
  queryMyLibraries: () => [{}, 'yes'],
  queryLibrary: () => [{ libraryId: ids.library }, 'not_found'],
  queryLibraryIcon: () => [{ libraryId: ids.library, kind: 'menu' }, 'not_found'],
  pageLibraryFiles: () => [{ libraryId: ids.library, folderId: ids.folder }, 'not_found'],
  queryLibraryValues: () => [{ instanceId: ids.doc }, 'not_found'],
  saveLibraryValues: () => [{ instanceId: ids.doc, values: [] }, 'not_found'],
  prepareLibraryUpload: () => [{ folderId: ids.folder, fileNames: ['a.txt'], values: [] }, 'not_found'],
  exportLibrary: () => [{ libraryId: ids.library }, 'not_found'],
  importLibraryValues: () => [{ libraryId: ids.library }, 'not_found'],
  createFeedback: () => [{ kind: 'idea', text: 'visitor' }, 'yes'],
  pageFeedback: () => [{}, 'yes'],
  queryFeedbackPicture: () => [{ feedbackId: ids.feedback }, 'not_found'],
  acknowledge: () => [{ kind: 'publicNotice', version: 1 }, 'not_found'],
  queryPublicNotices: () => [{}, 'yes'],
  queryPublicNotice: () => [{ version: 1 }, 'not_found'],
}

const routeOf = (name: string) => ROUTES.find((one) => one.name === name) ?? expect.fail(`no call ${name}`)

/** The bare refusal of a guest: nothing of the call is read. */
async function door(name: string): Promise<[number, number]> {
  const route = routeOf(name)
  const anywhere = Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, 'nowhere']),
  )
  const isRead = route.methods[0] === 'GET'
  const query = isRead ? `?${new URLSearchParams({ linkPath })}` : ''
  const answer = await guest.fetch(`${pathOf(route, anywhere)}${query}`)
  return [answer.status, ((await answer.json()) as { errcode: number }).errcode]
}

it.each(Object.keys(CALLS))('%s', async (name) => {
  const [fields, answer] = CALLS[name]?.() ?? expect.fail()
  const route = routeOf(name)
  if (route.methods[0] === 'GET') expect(await door(name)).toEqual([401, 401])
  if (!route.raw) expect((await ask(guest, route, linkPath, fields)).name).toBe('not_signed_in')
  if (answer === 'not asked') return
  const answered = await ask(signedIn, route, linkPath, fields)
  expect(answered.name).toBe(answer)
  expect(JSON.stringify(answered.data ?? null)).not.toMatch(/doc\.txt|inside|mine|value of/)
})

it('is a table of the calls of these parts of the contract', () => {
  const parts =
    /^\/(comment|feedback|import|library|policy)(\/|$)|^\/(instance|group)\/(activity|personalTable|exportPersonalTable|updateAttribute|updateLabels|queryLabels)$/
  const names = ROUTES.filter(({ path, admin }) => admin === null && parts.test(path)).map(({ name }) => name)
  expect([...Object.keys(CALLS)].toSorted()).toEqual([...names, 'acknowledge'].toSorted())
})

it('tells visitors no values of a library', async () => {
  for (const name of [
    'pageLinkInstances',
    'searchLinkInstances',
    'previewLinkInstance',
    'queryLinkAttribute',
  ])
    for (const visitor of [guest, signedIn]) {
      const inputs = INPUTS[name]?.({ folder: ids.folder, doc: ids.doc, sub: ids.folder }) ?? {}
      const answer = await ask(visitor, routeOf(name), linkPath, inputs)
      expect([name, answer.name]).toEqual([name, 'yes'])
      expect(JSON.stringify(answer.data)).not.toContain(SECRET)
    }
})
