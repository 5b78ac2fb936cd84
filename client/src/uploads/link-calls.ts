import { batchCreateFolder } from '@clouddisk/contract/files'
import {
  batchCreateLinkFolder,
  checkLinkUpload,
  queryLinkUploadAuth,
  recycleLinkObject,
  saveLinkUpload,
  secondLinkUpload,
} from '@clouddisk/contract/link-uploads'
import type { Route } from '@clouddisk/contract/route'
import {
  checkUploadAble,
  queryUploadAuth,
  recycleObject,
  saveUpload,
  secondUpload,
} from '@clouddisk/contract/uploads'
import type { Api } from './ports.ts'

/** The upload's calls as a visitor of a link makes them: each has a counterpart below `link/` with the same input and reply. */
const OF_LINK: ReadonlyMap<Route, Route> = new Map<Route, Route>([
  [checkUploadAble, checkLinkUpload],
  [secondUpload, secondLinkUpload],
  [queryUploadAuth, queryLinkUploadAuth],
  [saveUpload, saveLinkUpload],
  [recycleObject, recycleLinkObject],
  [batchCreateFolder, batchCreateLinkFolder],
])

/** `api` for the upload queue of a visitor. Other calls are not a visitor's. */
export const callsOfLink = (api: Api, linkPath: string): Api =>
  (async (route: Route, input: object, options?: object) => {
    const ofLink = OF_LINK.get(route)
    if (!ofLink) throw new Error(`${route.name} has no counterpart for visitors of links`)
    return api(ofLink, { ...input, linkPath } as never, options)
  }) as Api
