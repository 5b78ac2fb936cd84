import { ApiError } from '@clouddisk/client/http/errors'
import { codeOf, errorNameOf } from '@clouddisk/contract/errors'
import * as links from '@clouddisk/contract/links'
import { pathOf, type Route } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import type { Visitor } from '../visitor.ts'

/** How each call of a visitor is made, and what came of it: `yes`, or the catalogue's name of the refusal. */

/** What a link opens: a folder with a text file and a folder in it. */
export interface Opened {
  readonly folder: string
  readonly doc: string
  readonly sub: string
}

type Fields = Readonly<Record<string, unknown>>

/** Every call of the contract that names a link. */
export const VISITOR_ROUTES: readonly Route[] = ROUTES.filter(({ path, input }) =>
  path.startsWith('/link/') ? 'linkPath' in input.properties : false,
)

const NOWHERE = { bucketName: 'nowhere', objectKey: 'nowhere' }
let names = 0
const newName = () => `made ${++names}`

/** What each call is made with, besides `linkPath`. A call of the contract without a line fails the test. */
export const INPUTS: Readonly<Record<string, (opened: Opened) => Fields>> = {
  queryLinkAttribute: () => ({}),
  queryLinkLoginAuth: () => ({}),
  addLinkViewCount: () => ({}),
  checkLinkCode: () => ({ code: '' }),
  pageLinkInstances: ({ folder }) => ({ parentId: folder }),
  getLinkDownloadUrl: ({ doc }) => ({ instanceId: doc }),
  getLinkArchiveUrl: ({ folder }) => ({ instanceIds: [folder] }),
  queryLinkFolderDownload: ({ folder }) => ({ parentId: folder }),
  previewLinkInstance: ({ doc }) => ({ instanceId: doc }),
  getLinkThumbnail: ({ doc }) => ({ instanceId: doc, size: 's' }),
  getLinkPreviewPage: ({ doc }) => ({ instanceId: doc, page: 1, size: 'm' }),
  searchLinkInstances: ({ folder }) => ({ parentId: folder, keyword: 'doc' }),
  // Uploads as such are tried in features/links: these are of a session that there is not.
  checkLinkUpload: ({ folder }) => ({ parentId: folder, instanceName: newName(), fSize: 3 }),
  secondLinkUpload: ({ folder }) => ({ parentId: folder, instanceName: newName(), fileId: 'nowhere' }),
  queryLinkUploadAuth: () => ({
    ...NOWHERE,
    httpVerb: 'POST',
    action: 'initmultipartUpload',
    resourceUri: '/nowhere/nowhere?uploads',
  }),
  saveLinkUpload: () => ({ ...NOWHERE, instanceName: newName(), fSize: 3, sha256: '0'.repeat(64) }),
  recycleLinkObject: () => NOWHERE,
  createLinkFolder: ({ folder }) => ({ parentId: folder, instanceName: newName() }),
  batchCreateLinkFolder: ({ folder }) => ({ parentId: folder, instanceName: newName() }),
  renameLinkInstance: ({ sub }) => ({ instanceId: sub, instanceName: newName() }),
  copyLinkInstances: ({ sub }) => ({ instanceIds: [sub], targeParentId: '0' }),
}

export interface Answer {
  readonly name: string
  /** The reply, or what was refused of it. */
  readonly data: unknown
}

/** Makes a call; a line of a batch that failed counts as the call's refusal. */
export async function ask(visitor: Visitor, route: Route, linkPath: string, fields: Fields): Promise<Answer> {
  try {
    const input = { linkPath, ...fields }
    const data = route.raw ? await askRaw(visitor, route, input) : await visitor.call(route, input as never)
    const { errcode: refused } = (data ?? {}) as { errcode?: number }
    if (refused) return { name: nameOf(refused), data: { code: refused } }
    const failed = linesOf(data).filter((line) => line.errcode !== 0)
    return failed[0] ? { name: nameOf(failed[0].errcode), data: failed } : { name: 'yes', data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { name: nameOf(error.code), data: { code: error.code, details: error.details } }
  }
}

const nameOf = (code: number): string => errorNameOf(code) ?? String(code)

function linesOf(data: unknown): { readonly errcode: number }[] {
  const { list } = (data ?? {}) as { list?: unknown }
  return Array.isArray(list) ? list.filter((line) => typeof line.errcode === 'number') : []
}

/** A text has no thumbnail: only visitors who may see the file are answered so. */
async function askRaw(visitor: Visitor, route: Route, input: Fields): Promise<unknown> {
  const query = new URLSearchParams(input as Record<string, string>)
  const response = await visitor.fetch(`${pathOf(route)}?${query}`)
  if (response.headers.get('content-type') === 'image/jpeg') return {}
  const { errcode, data } = (await response.json()) as { errcode: number; data: unknown }
  // A page of a text may not be drawn yet.
  // Where nothing can be converted there is no first page either; that is asked after the permission.
  if ([0, codeOf('no_thumbnail'), codeOf('bad_field')].includes(errcode)) return {}
  throw new ApiError({ code: errcode, message: '', details: data, httpStatus: response.status })
}

/** The address of a download, where the link permits one. */
export async function downloadOf(
  visitor: Visitor,
  linkPath: string,
  instanceId: string,
): Promise<string | undefined> {
  try {
    return await visitor.call(links.getLinkDownloadUrl, { linkPath, instanceId })
  } catch {
    return undefined
  }
}
