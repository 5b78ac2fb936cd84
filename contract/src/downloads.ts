import Type, { type Static } from 'typebox'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Empty, FileSharingId, Id, IdList, LinkPath, oneOf } from './shapes.ts'

/** Downloads (A§5, A§7, G8): of a file in one call, or by a signed address that may be started for ten minutes; with Range and ETag. */

const from = {
  linkPath: LinkPath,
  fileSharingId: FileSharingId,
}

export const getDownloadUrl = route({
  name: 'getDownloadUrl',
  method: 'GET',
  path: '/instance/getDownloadUrl',
  input: Type.Object({
    instanceId: Id,
    /** Absent: the current one. */
    versionId: Type.Optional(Id),
    ...from,
    mode: Type.Optional(oneOf(['download', 'preview'])),
  }),
  reply: Type.String({ description: 'absolute URL' }),
  errors: [
    'not_found',
    'not_permitted',
    'is_a_folder',
    'over_80gb',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
  ],
  summary:
    'A signed address of one file; `mode` preview shows it in the browser. Of a type that browsers do not show it is a download.',
})

export const getArchiveUrl = route({
  name: 'getArchiveUrl',
  method: 'POST',
  path: '/instance/getArchiveUrl',
  changes: false,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceIds: IdList, ...from }),
  reply: Type.Object({
    url: Type.String(),
    fileName: Type.String(),
    fileCount: Type.Integer(),
    fileSize: Bytes,
  }),
  errors: ['not_found', 'not_permitted', 'download_too_much', 'too_many_items', 'virus_found'],
  summary: 'A signed address of a folder or selection as one streamed ZIP (C7).',
})

export const DownloadItem = Type.Object({
  instanceId: Id,
  /** Of an earlier version; absent: the current content. */
  versionId: Type.Optional(Id),
  classifierId: oneOf(['File', 'Folder']),
  fileSize: Bytes,
  instanceName: Type.String(),
  folderPath: Type.String({ description: 'folders below the asked one, slash-separated' }),
  fileSharingId: Type.Optional(Type.String()),
  linkpath: Type.Optional(Type.String()),
})
export type DownloadItem = Static<typeof DownloadItem>

export const queryFolderDownload = route({
  name: 'queryFolderDownload',
  method: 'POST',
  path: '/instance/queryFolderDownload',
  changes: false,
  input: Type.Object({ parentId: Id, innerSharingId: FileSharingId }),
  reply: Type.Object({ list: Type.Array(DownloadItem), total: Type.Integer(), fileSize: Bytes }),
  errors: ['not_found', 'not_permitted', 'is_a_file', 'download_too_much'],
  summary: 'Every file and folder below a folder, for a client or a ZIP.',
})

export const downloadInstance = route({
  name: 'downloadInstance',
  method: 'GET',
  path: '/instance/download',
  input: Type.Object({ instanceId: Id, ...from }),
  reply: Empty,
  raw: true,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_folder',
    'over_80gb',
    'bytes_unavailable',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
    'being_verified',
  ],
  summary:
    'The file’s current content, with Range and ETag; 302 to the object store where that serves clients.',
})
