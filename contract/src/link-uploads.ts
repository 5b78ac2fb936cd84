import Type from 'typebox'
import { batchCreateFolder, createFolder, FolderNode, Instance, renameInstance } from './files.ts'
import { LinkPath, VISIT_ERRORS } from './links.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Empty } from './shapes.ts'
import {
  checkUploadAble,
  queryUploadAuth,
  recycleObject,
  SavedInstance,
  saveUpload,
  secondUpload,
  UploadAuth,
  UploadCheck,
} from './uploads.ts'

/**
 * What visitors of a link add and rename (B§7 `link/`, C section 3): the calls of `instance/` with `linkPath`. The root of a link is
 * named by its id (C45). A visitor who may upload and not see the folder has own files alone; names of others are not revealed.
 */

/** Calls by a link are not by an internal share. */
const ofLink = <F extends { fileSharingId: unknown }>({ fileSharingId: _, ...fields }: F) => fields

export const checkLinkUpload = route({
  name: 'checkLinkUpload',
  method: 'POST',
  path: '/link/checkUploadAble',
  door: 'anyone',
  input: Type.Object({ ...ofLink(checkUploadAble.input.properties), linkPath: LinkPath }),
  reply: UploadCheck,
  errors: [...VISIT_ERRORS, ...checkUploadAble.errors, 'link_full'],
  summary:
    'As `instance/checkUploadAble`, for a visitor; content that is stored already is sent all the same.',
})

export const secondLinkUpload = route({
  name: 'secondLinkUpload',
  method: 'POST',
  path: '/link/secondUpload',
  door: 'anyone',
  input: Type.Object({ ...ofLink(secondUpload.input.properties), linkPath: LinkPath }),
  reply: SavedInstance,
  errors: [...VISIT_ERRORS, 'not_found', 'not_permitted', 'proof_refused'],
  summary: 'Always `proof_refused`: a visitor sends the bytes.',
})

export const queryLinkUploadAuth = route({
  name: 'queryLinkUploadAuth',
  method: 'POST',
  path: '/link/queryUploadAuth',
  door: 'anyone',
  changes: false,
  input: Type.Object({ ...queryUploadAuth.input.properties, linkPath: LinkPath }),
  reply: UploadAuth,
  errors: [...VISIT_ERRORS, ...queryUploadAuth.errors],
  summary: 'As `instance/queryUploadAuth`, for an upload of the same visit.',
})

export const saveLinkUpload = route({
  name: 'saveLinkUpload',
  method: 'POST',
  path: '/link/upload',
  door: 'anyone',
  input: Type.Object({ ...ofLink(saveUpload.input.properties), linkPath: LinkPath }),
  reply: SavedInstance,
  errors: [...VISIT_ERRORS, ...saveUpload.errors, 'link_full'],
  summary: 'As `instance/upload`, for an upload of the same visit.',
})

export const recycleLinkObject = route({
  name: 'recycleLinkObject',
  method: 'POST',
  path: '/link/recycleObject',
  door: 'anyone',
  input: Type.Object({ ...recycleObject.input.properties, linkPath: LinkPath }),
  reply: Empty,
  errors: [...VISIT_ERRORS],
  summary: 'Discards an unfinished upload of the same visit; idempotent.',
})

export const createLinkFolder = route({
  name: 'createLinkFolder',
  method: 'POST',
  path: '/link/createFolder',
  door: 'anyone',
  input: Type.Object({ ...ofLink(createFolder.input.properties), linkPath: LinkPath }),
  reply: Instance,
  errors: [...VISIT_ERRORS, ...createFolder.errors],
  summary: 'As `instance/createFolder`; a visitor who may upload only is given a folder of its own.',
})

/** Names of the folders of one selection. */
const TREE_BODY_MAX = 2 * IDS_BODY_MAX

export const batchCreateLinkFolder = route({
  name: 'batchCreateLinkFolder',
  method: 'POST',
  path: '/link/batchCreateFolder',
  door: 'anyone',
  restructures: true,
  bodyMax: TREE_BODY_MAX,
  input: Type.Object({ ...ofLink(batchCreateFolder.input.properties), linkPath: LinkPath }),
  reply: FolderNode,
  errors: [...VISIT_ERRORS, ...batchCreateFolder.errors],
  summary: 'As `instance/batchCreateFolder`; likewise.',
})

export const renameLinkInstance = route({
  name: 'renameLinkInstance',
  method: 'POST',
  path: '/link/rename',
  door: 'anyone',
  input: Type.Object({ ...ofLink(renameInstance.input.properties), linkPath: LinkPath }),
  reply: Instance,
  errors: [...VISIT_ERRORS, ...renameInstance.errors],
  summary: 'As `instance/rename`, below what the link opens.',
})
