import { ApiError } from '@clouddisk/client/http/errors'
import * as admin from '@clouddisk/contract/admin-libraries'
import { XLSX } from '@clouddisk/contract/admin-people'
import { codeOf, DEFAULT_LANGUAGE, ERRORS, type ErrorName, errorText } from '@clouddisk/contract/errors'
import { queryInstanceDetail } from '@clouddisk/contract/files'
import * as libraries from '@clouddisk/contract/libraries'
import { pathOf, type Route } from '@clouddisk/contract/route'
import { NO_FILE } from '../../src/features/libraries/workbook.ts'
import { workbookOf } from '../../src/workbooks/write.ts'
import { ATTRIBUTE, CATEGORY } from '../library.ts'
import type { Person } from '../person.ts'
import type { LibraryOperation } from './answers.ts'
import { type Ask, GROUP_ASKS, type Things } from './operations.ts'

/** How operations on a business library are asked; its groups' calls are those of groups. */

const refusal = (name: ErrorName) =>
  new ApiError({ code: codeOf(name), message: '', details: null, httpStatus: 200 })

const libraryOf = ({ group: libraryId = '' }: Things) => ({ libraryId })

async function attributeOf(t: Things): Promise<string> {
  const { attributes } = await t.owner.call(libraries.queryLibrary, libraryOf(t))
  return attributes[0]?.attributeId ?? ''
}
const valuesOf = async (t: Things, value: string) => [{ attributeId: await attributeOf(t), value }]

/** A call whose reply is bytes where it is permitted, and the envelope where not. */
async function bytesOf(person: Person, route: Route, query: Record<string, string>): Promise<Buffer> {
  const response = await person.fetch(`${pathOf(route)}?${new URLSearchParams(query)}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.headers.get('content-type')?.startsWith('application/json')) return bytes
  const { errcode } = JSON.parse(bytes.toString()) as { errcode: number }
  throw new ApiError({ code: errcode, message: '', details: null, httpStatus: response.status })
}

/** A row that is wrong counts as the refusal that it tells. */
async function importValues(person: Person, t: Things, dryRun: boolean): Promise<void> {
  const { instanceFullPath } = await t.owner.call(queryInstanceDetail, { instanceId: t.doc })
  // Below the library.
  const path = instanceFullPath.slice(instanceFullPath.indexOf(CATEGORY))
  const titles = ['Path', ATTRIBUTE].map((title) => ({ title, width: 20 }))
  const rows = (async function* () {
    yield [[path, `imported ${++count}`]]
  })()
  const content = new Blob([Buffer.concat(await workbookOf('x', titles, rows, 'UTC').toArray())])
  const file = { type: XLSX, content }
  const { faults } = await person.call(libraries.importLibraryValues, { ...libraryOf(t), dryRun }, { file })
  const [fault] = faults
  if (!fault) return
  if (fault.errmsg === NO_FILE[DEFAULT_LANGUAGE]) throw refusal('not_found')
  const name = (Object.keys(ERRORS) as ErrorName[]).find(
    (one) => errorText(one, DEFAULT_LANGUAGE) === fault.errmsg,
  )
  throw name ? refusal(name) : new Error(fault.errmsg)
}
let count = 0

export const LIBRARY_ASKS: Record<LibraryOperation, Ask> = {
  isListed: async (p, t) => {
    const { list } = await p.call(libraries.queryMyLibraries, {})
    if (!list.some(({ libraryId }) => libraryId === t.group)) throw refusal('not_found')
  },
  queryLibrary: (p, t) => p.call(libraries.queryLibrary, libraryOf(t)),
  queryIcon: (p, t) => bytesOf(p, libraries.queryLibraryIcon, { ...libraryOf(t), kind: 'menu' }),
  pageLibrary: (p, t) => p.call(libraries.pageLibraryFiles, libraryOf(t)),
  findInLibrary: (p, t) => p.call(libraries.pageLibraryFiles, { ...libraryOf(t), keyword: 'doc' }),
  filterLibrary: async (p, t) => {
    const filters = [{ attributeId: await attributeOf(t), text: 'a' }]
    return p.call(libraries.pageLibraryFiles, { ...libraryOf(t), filters })
  },
  pageCategory: (p, t) => p.call(libraries.pageLibraryFiles, { ...libraryOf(t), folderId: t.folder }),
  findInCategory: (p, t) =>
    p.call(libraries.pageLibraryFiles, { ...libraryOf(t), folderId: t.folder, keyword: 'doc' }),
  queryValues: (p, t) => p.call(libraries.queryLibraryValues, { instanceId: t.doc }),
  saveValues: async (p, t) =>
    p.call(libraries.saveLibraryValues, { instanceId: t.doc, values: await valuesOf(t, 'saved') }),
  prepareUpload: async (p, t) =>
    p.call(libraries.prepareLibraryUpload, {
      folderId: t.folder,
      fileNames: ['prepared.txt'],
      values: await valuesOf(t, 'prepared'),
    }),
  exportLibrary: (p, t) => bytesOf(p, libraries.exportLibrary, libraryOf(t)),
  tryImport: (p, t) => importValues(p, t, true),
  importValues: (p, t) => importValues(p, t, false),
  queryGroup: GROUP_ASKS.queryGroup,
  queryMembers: GROUP_ASKS.queryMembers,
  pageGroupActivity: GROUP_ASKS.pageGroupActivity,
  addMember: GROUP_ASKS.addMember,
  changeMember: GROUP_ASKS.changeMember,
  removeMember: GROUP_ASKS.removeMember,
  changeOwner: GROUP_ASKS.changeOwner,
  removeOwner: GROUP_ASKS.removeOwner,
  handover: GROUP_ASKS.handover,
  cancelHandover: GROUP_ASKS.cancelHandover,
  rename: GROUP_ASKS.rename,
  resize: GROUP_ASKS.resize,
  dissolve: GROUP_ASKS.dissolve,
  cancelDissolve: GROUP_ASKS.cancelDissolve,
  leave: GROUP_ASKS.leave,
  pageBin: GROUP_ASKS.pageBin,
  queryUsage: GROUP_ASKS.queryUsage,
  clearBin: GROUP_ASKS.clearBin,
  queryLibraries: (p) => p.call(admin.queryLibraries, {}),
  saveLibrary: (p, t) =>
    p.call(admin.saveLibrary, {
      ...libraryOf(t),
      libraryName: 'taken',
      code: 'TAKEN',
      description: 'taken',
      capacity: 1,
      menuDisplay: true,
    }),
  saveCategory: (p, t) =>
    p.call(admin.saveLibraryCategory, { ...libraryOf(t), categoryName: 'taken', code: 'TAKEN' }),
  removeCategory: (p, t) =>
    p.call(admin.removeLibraryCategory, { ...libraryOf(t), categoryId: t.category ?? '' }),
  saveAttributes: (p, t) => p.call(admin.saveLibraryAttributes, { ...libraryOf(t), attributes: [] }),
  removeLibrary: (p, t) => p.call(admin.removeLibrary, libraryOf(t)),
  restoreLibrary: (p, t) => p.call(admin.restoreLibrary, libraryOf(t)),
}
