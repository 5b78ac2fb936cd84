import Type, { type Static } from 'typebox'
import { ClassificationLevel } from './classification.ts'
import { DLP_ACTIONS, DLP_LEVELS, DlpMatch } from './dlp.ts'
import { DownloadItem } from './downloads.ts'
import { Crumb, Instance } from './files.ts'
import { LIMITS } from './limits.ts'
import { ShownPrincipal } from './people.ts'
import { Preview, pageFields } from './previews.ts'
import type { PermissionItem } from './roles.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { FoundInstance } from './search.ts'
import {
  Bytes,
  Empty,
  Id,
  IdList,
  Instant,
  ItemResults,
  nullable,
  numberedPageOf,
  oneOf,
  pageOf,
  paging,
} from './shapes.ts'

/** External links (B§3, B§5, B§7 `link/`, C13, C24, C25, C35, G18, G19, C section 3). */

/** Who may open a link. */
export const LINK_VISITORS = ['anyone', 'signedIn', 'designated'] as const
export type LinkVisitor = (typeof LINK_VISITORS)[number]

/** What visitors may do (C13); `upload` excludes `view` and `download`. */
export const LINK_PERMISSIONS = ['view', 'download', 'save', 'upload', 'modify'] as const
export type LinkPermission = (typeof LINK_PERMISSIONS)[number]

const SEE = ['list', 'search', 'attribute'] as const

/** What each of these is to the permission rule. */
export const LINK_ITEMS: Readonly<Record<LinkPermission, readonly PermissionItem[]>> = {
  view: [...SEE, 'preview'],
  download: [...SEE, 'download'],
  save: [...SEE, 'copy'],
  upload: ['upload'],
  modify: [...SEE, 'preview', 'upload', 'rename'],
}

/** Months are calendar months; presets end at the end of the day in the installation's time zone (C24). */
export const LINK_VALIDITIES = [
  '3days',
  '1week',
  '1month',
  '3months',
  'custom',
  'permanent',
  'employed',
] as const
export type LinkValidity = (typeof LINK_VALIDITIES)[number]

/** Review comes first, then the owner, the files, the time and the visits (C25). */
export const LINK_STATUSES = ['verifying', 'valid', 'expired', 'failed'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/**
 * Why a link does not open: it was stopped; its time is over; its visits are used up; its owner's account is frozen, expired or
 * removed; its owner has no outbound permission any more; what it opens was deleted or its owner may not share it any more;
 * content that may not leave; a reviewer decided against it; there was no decision in time.
 */
export const LINK_REASONS = [
  'stopped',
  'time',
  'visits',
  'owner',
  'outbound',
  'target',
  'blocked',
  'refused',
  'reviewTimeout',
] as const
export type LinkReason = (typeof LINK_REASONS)[number]
/** What visitors are told: how a review ended is the owner's business. */
export const VISITOR_REASONS = ['stopped', 'time', 'visits', 'owner', 'target'] as const
export type VisitorReason = (typeof VISITOR_REASONS)[number]

/** An extraction code (G18); a random one has no look-alikes. */
export const LINK_CODE = {
  min: 4,
  max: 16,
  random: 6,
  characters: 'abcdefghijkmnpqrstuvwxyz23456789',
} as const
export const LINK_REMARK_MAX = 200
export const LINK_VISITS_MAX = 1_000_000
/** Stopped links are listed so long. */
export const LINK_STOPPED_DAYS = 30
/** Files and folders of one link. */
export const LINK_TARGETS_MAX = 100

export const LinkTarget = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  classifierId: oneOf(['File', 'Folder']),
  fileType: Type.String(),
})
export type LinkTarget = Static<typeof LinkTarget>

export const Link = Type.Object({
  shareId: Id,
  linkPath: Type.String(),
  url: Type.String(),
  /** "" for none. */
  code: Type.String(),
  visitor: oneOf(LINK_VISITORS),
  principals: Type.Array(ShownPrincipal),
  perms: Type.Array(oneOf(LINK_PERMISSIONS)),
  validity: oneOf(LINK_VALIDITIES),
  expireTime: nullable(Instant),
  maxVisits: nullable(Type.Integer()),
  watermark: Type.Boolean(),
  remark: Type.String(),
  /** Visits: the first access of a visitor within 24 hours (G19). */
  viewCount: Type.Integer(),
  downloadCount: Type.Integer(),
  saveCount: Type.Integer(),
  status: oneOf(LINK_STATUSES),
  reason: Type.Optional(oneOf(LINK_REASONS)),
  /** Visitors see only files that were checked. */
  isChecked: Type.Boolean(),
  /** What the administrator wrote who stopped it. */
  stopReason: Type.Optional(Type.String()),
  /** Files that visitors do not see because they are highly classified. */
  keptFiles: Type.Integer(),
  /** What it opens and the caller can see, at most so many as one call names. */
  targets: Type.Array(LinkTarget),
  createTime: Instant,
})
export type Link = Static<typeof Link>

/** Addresses of links have at least 128 random bits; this is more than any. */
export const LinkPath = Type.String({ minLength: 1, maxLength: 256 })

/** What the content check found in a file of a link. */
export const LinkFileCheck = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  /** Folders from what the link opens to the file. */
  folders: Type.Array(Type.String()),
  verdict: oneOf(['review', 'block', 'approved']),
  matches: Type.Array(DlpMatch),
  /** Why some of it could not be read; empty if all was. */
  unreadable: Type.Array(Type.String()),
})
export type LinkFileCheck = Static<typeof LinkFileCheck>

/** Files that are listed. */
export const LINK_CHECKS_SHOWN = 200

export const LinkCheck = Type.Object({
  /** Steps of the check before a link opens, and how it can end. */
  review: oneOf(['scanning', 'waiting', 'passed', 'blocked', 'refused', 'timeout']),
  reviewTime: nullable(Instant),
  /** Who decided, and what they wrote. */
  reviewer: nullable(Type.String()),
  note: Type.String(),
  /** Files of the link, and how many of them have been checked. */
  files: Type.Integer(),
  checked: Type.Integer(),
  /** In which something was found, the strictest first, at most LINK_CHECKS_SHOWN. */
  list: Type.Array(LinkFileCheck),
})
export type LinkCheck = Static<typeof LinkCheck>

export const queryLinkCheck = route({
  name: 'queryLinkCheck',
  method: 'GET',
  path: '/link/queryCheck',
  input: Type.Object({ shareId: Id }),
  reply: LinkCheck,
  errors: ['not_found'],
  summary: 'How far the check of an own link is, and what it found.',
})

export const createOrUpdateLink = route({
  name: 'createOrUpdateLink',
  method: 'POST',
  path: '/link/createOrUpdate',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    /** Of a new link. */
    instanceIds: Type.Optional(IdList),
    instanceId: Type.Optional(Id),
    /** The link to change; what is not named stays. */
    shareId: Type.Optional(Id),
    visitor: Type.Optional(oneOf(LINK_VISITORS)),
    /** Designated people, departments and groups. */
    principalIds: Type.Optional(IdList),
    perms: Type.Optional(Type.Array(oneOf(LINK_PERMISSIONS), { maxItems: LINK_PERMISSIONS.length })),
    /** "" for none; absent for a random one. */
    code: Type.Optional(Type.String({ maxLength: 64 })),
    validity: Type.Optional(oneOf(LINK_VALIDITIES)),
    /** With `custom` alone. */
    expireTime: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    /** Null or 0: no limit. */
    maxVisits: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: LINK_VISITS_MAX }))),
    watermark: Type.Optional(Type.Boolean()),
    remark: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  reply: Link,
  errors: [
    'not_found',
    'not_permitted',
    'root_not_shared',
    'too_many_items',
    'link_exists',
    'no_outbound_permission',
    'no_recipient',
    'is_a_file',
  ],
  summary: 'A new link to files and folders, or another setting of one; all but `instanceIds` has defaults.',
})

export const pageLinks = route({
  name: 'pageLinks',
  method: 'POST',
  path: '/link/page',
  changes: false,
  input: Type.Object({
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    status: Type.Optional(oneOf(LINK_STATUSES)),
    /** Only those of this file or folder. */
    instanceId: Type.Optional(Id),
  }),
  reply: numberedPageOf(Link),
  summary: 'The caller’s own links, the latest first.',
})

export const removeLinks = route({
  name: 'removeLinks',
  method: 'POST',
  path: '/link/remove',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ shareIds: IdList }),
  reply: ItemResults,
  errors: ['not_found', 'too_many_items'],
  summary: 'Stops links: nobody can open them any more. Stopped ones are listed for thirty days.',
})

export const queryLinkStatus = route({
  name: 'queryLinkStatus',
  method: 'GET',
  path: '/instance/queryLinkStatusByInstanceIds',
  input: Type.Object({ instanceIds: IdList }),
  reply: Type.Array(Type.Object({ instanceId: Id, linked: Type.Boolean(), links: Type.Integer() })),
  errors: ['too_many_items'],
  summary: 'Whether files and folders have links of the caller that can be opened.',
})

/** Whether what a link opens is kept at further clusters, by its own sync or that of a folder above it (R173). */
export const LINK_SYNC_STATES = ['notStarted', 'syncing', 'finished', 'failed'] as const
export type LinkSyncState = (typeof LINK_SYNC_STATES)[number]

export const queryLinkSyncStatus = route({
  name: 'queryLinkSyncStatus',
  method: 'GET',
  path: '/link/querySyncStatus',
  input: Type.Object({ shareIds: IdList }),
  reply: Type.Object({
    list: Type.Array(Type.Object({ shareId: Id, status: oneOf(LINK_SYNC_STATES) })),
  }),
  errors: ['too_many_items'],
  summary: 'How far the sync to other clusters is of what own links open; others are left out.',
})

export const queryLinkAttribute = route({
  name: 'queryLinkAttribute',
  method: 'GET',
  path: '/link/queryAttribute',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath }),
  reply: Type.Object({
    status: oneOf(LINK_STATUSES),
    reason: Type.Optional(oneOf(VISITOR_REASONS)),
    needCode: Type.Boolean(),
    needSignIn: Type.Boolean(),
    /** False for somebody signed in whom a link for designated people does not name. */
    admitted: Type.Boolean(),
    /** Masked (C41). */
    ownerName: Type.String(),
    perms: Type.Array(oneOf(LINK_PERMISSIONS)),
    watermark: Type.Boolean(),
    /** Real name of the caller, where the link is not for anyone; null where nobody is signed in. */
    userName: nullable(Type.String()),
  }),
  errors: ['link_wrong'],
  summary: 'What a visitor may know of a link before it is opened.',
})

export const checkLinkCode = route({
  name: 'checkLinkCode',
  method: ['POST', 'GET'],
  path: '/link/checkPassword',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath, code: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: Type.Object({ shareToken: Type.String(), expireTime: Instant }),
  errors: [
    'link_wrong',
    'link_expired',
    'link_gone',
    'link_used_up',
    'link_under_review',
    'link_code_wrong',
    'link_not_for_you',
    'too_many_tries',
    'network_limit_reached',
  ],
  summary: 'Opens a link by its extraction code: a token, and the same as a cookie.',
})

export const VISIT_ERRORS = [
  'link_wrong',
  'link_expired',
  'link_gone',
  'link_used_up',
  'link_under_review',
  'link_not_open',
  'link_not_for_you',
  'network_limit_reached',
] as const

export const pageLinkInstances = route({
  name: 'pageLinkInstances',
  method: 'POST',
  path: '/link/queryInstancePage',
  door: 'anyone',
  changes: false,
  input: Type.Object({
    linkPath: LinkPath,
    /** Absent: what the link opens. */
    parentId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    ...paging,
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Type.Object({
    ...pageOf(Instance).properties,
    /** From what the link opens to the folder itself; empty for what it opens. */
    path: Type.Array(Crumb),
    folderCount: Type.Integer(),
    fileCount: Type.Integer(),
  }),
  errors: [...VISIT_ERRORS, 'not_found', 'not_permitted', 'is_a_file'],
  summary: 'What a link opens, or one of its folders; permissions are the visitor’s.',
})

export const searchLinkInstances = route({
  name: 'searchLinkInstances',
  method: 'POST',
  path: '/link/searchInstancePage',
  door: 'anyone',
  changes: false,
  input: Type.Object({
    linkPath: LinkPath,
    keyword: Type.String({
      minLength: 1,
      maxLength: LIMITS.nameMax,
      description: 'as of `search/searchInstancePage`; names only',
    }),
    /** Only below this folder; absent: in all that the link opens. */
    parentId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    orderBy: paging.orderBy,
    orderType: paging.orderType,
  }),
  reply: Type.Object({
    ...numberedPageOf(FoundInstance).properties,
    /** There are more than `total`, or may be: narrow it. */
    truncated: Type.Boolean(),
  }),
  errors: [...VISIT_ERRORS, 'not_found', 'not_permitted', 'is_a_file'],
  summary: 'Files and folders of a link by name, however deep, best match first; at most 200.',
})

export const getLinkDownloadUrl = route({
  name: 'getLinkDownloadUrl',
  method: 'GET',
  path: '/link/getDownloadUrl',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath, instanceId: Id }),
  reply: Type.String({ description: 'absolute URL, for this visitor alone' }),
  errors: [
    ...VISIT_ERRORS,
    'not_found',
    'not_permitted',
    'is_a_folder',
    'over_80gb',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
  ],
  summary: 'An address of a file for ten minutes.',
})

export const getLinkArchiveUrl = route({
  name: 'getLinkArchiveUrl',
  method: 'POST',
  path: '/link/getArchiveUrl',
  door: 'anyone',
  changes: false,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ linkPath: LinkPath, instanceIds: IdList }),
  reply: Type.Object({
    url: Type.String(),
    fileName: Type.String(),
    fileCount: Type.Integer(),
    fileSize: Bytes,
  }),
  errors: [
    ...VISIT_ERRORS,
    'not_found',
    'not_permitted',
    'download_too_much',
    'too_many_items',
    'virus_found',
  ],
  summary: 'An address of a folder or selection as one streamed ZIP (C7).',
})

export const queryLinkFolderDownload = route({
  name: 'queryLinkFolderDownload',
  method: 'POST',
  path: '/link/queryFolderDownload',
  door: 'anyone',
  changes: false,
  input: Type.Object({ linkPath: LinkPath, parentId: Id }),
  reply: Type.Object({ list: Type.Array(DownloadItem), total: Type.Integer(), fileSize: Bytes }),
  errors: [...VISIT_ERRORS, 'not_found', 'not_permitted', 'is_a_file', 'download_too_much'],
  summary: 'Every file and folder below a folder of a link, for a client.',
})

export const previewLinkInstance = route({
  name: 'previewLinkInstance',
  method: 'GET',
  path: '/link/preview',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath, instanceId: Id }),
  reply: Preview,
  errors: [
    ...VISIT_ERRORS,
    'not_found',
    'not_permitted',
    'bytes_unavailable',
    'being_verified',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
  ],
  summary: 'How a file of a link can be shown, as `instance/preview` answers it.',
})

export const getLinkThumbnail = route({
  name: 'getLinkThumbnail',
  method: 'GET',
  path: '/link/thumbnail',
  door: 'anyone',
  input: Type.Object({
    linkPath: LinkPath,
    instanceId: Id,
    size: oneOf(['s', 'm']),
    wait: Type.Optional(Type.Boolean({ description: 'as of `instance/thumbnail`' })),
    orEmpty: Type.Optional(Type.Boolean({ description: 'likewise' })),
  }),
  reply: Empty,
  raw: true,
  errors: [...VISIT_ERRORS, 'not_found', 'not_permitted', 'no_thumbnail'],
  summary: 'A picture of a file of a link, as `instance/thumbnail` answers it.',
})

export const getLinkPreviewPage = route({
  name: 'getLinkPreviewPage',
  method: 'GET',
  path: '/link/previewPage',
  door: 'anyone',
  input: Type.Object({
    linkPath: LinkPath,
    instanceId: Id,
    versionId: Type.Optional(Id),
    ...pageFields,
  }),
  reply: Empty,
  raw: true,
  errors: [
    ...VISIT_ERRORS,
    'not_found',
    'not_permitted',
    'bytes_unavailable',
    'being_verified',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
    'is_a_folder',
  ],
  summary: 'A page of a file of a link, as `instance/previewPage` answers it.',
})

export const copyLinkInstances = route({
  name: 'copyLinkInstances',
  method: 'POST',
  path: '/link/copy',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    linkPath: LinkPath,
    instanceIds: IdList,
    /** A folder of the caller; "0" is its own root. */
    targeParentId: Type.String({ minLength: 1, maxLength: 64 }),
    conflict: Type.Optional(oneOf(['keepBoth', 'newVersion', 'skip', 'fail'])),
  }),
  reply: ItemResults,
  errors: [
    ...VISIT_ERRORS,
    'not_found',
    'not_permitted',
    'is_a_file',
    'quota_full',
    'too_many_items',
    'empty_folder',
    'sensitive_content',
    'virus_found',
  ],
  summary: 'Saves files and folders of a link in a folder of the caller; much of it as a job.',
})

export const addLinkViewCount = route({
  name: 'addLinkViewCount',
  method: 'POST',
  path: '/link/addViewCount',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath }),
  reply: Empty,
  errors: [...VISIT_ERRORS],
  summary: 'Counts the visit, as each call of a visitor does: once in 24 hours (G19).',
})

export const queryLinkLoginAuth = route({
  name: 'queryLinkLoginAuth',
  method: 'GET',
  path: '/link/queryLoginAuth',
  door: 'anyone',
  input: Type.Object({ linkPath: LinkPath }),
  reply: Type.Object({
    needSignIn: Type.Boolean(),
    /** False for somebody signed in whom a link for designated people does not name. */
    admitted: Type.Boolean(),
    /** Who is signed in; "" for nobody. */
    userName: Type.String(),
    userRealName: Type.String(),
  }),
  errors: ['link_wrong'],
  summary: 'Who is signed in, and whether the link is for them.',
})

export const queryLinkConfig = route({
  name: 'queryLinkConfig',
  method: 'GET',
  path: '/link/queryConfig',
  input: Type.Object({}),
  reply: Type.Object({
    visitors: Type.Array(oneOf(LINK_VISITORS)),
    perms: Type.Array(oneOf(LINK_PERMISSIONS)),
    validities: Type.Array(oneOf(LINK_VALIDITIES)),
    targetsMax: Type.Integer(),
    visitsMax: Type.Integer(),
    remarkMax: Type.Integer(),
    code: Type.Object({ min: Type.Integer(), max: Type.Integer(), random: Type.Integer() }),
    /** Of a link of which nothing but the files is named. */
    defaults: Type.Object({
      visitor: oneOf(LINK_VISITORS),
      perms: Type.Array(oneOf(LINK_PERMISSIONS)),
      validity: oneOf(LINK_VALIDITIES),
    }),
    /** Whether files are checked before a link opens. */
    contentCheck: Type.Boolean(),
    /** Whether the caller has the outbound permission; without it no link is made. */
    outbound: Type.Boolean(),
  }),
  summary: 'What links can be, and what a new one is by default.',
})

/** What a link would meet (A§2): nothing; sensitive content; not permitted; a folder has a link already. */
export const LINK_OUTCOMES = { fine: 0, sensitive: 1, notPermitted: 2, shared: 3 } as const

/**
 * Why an item may not be linked: the caller may not share it, it is the top folder of a space, it is highly classified, or the caller may
 * not share outside at all.
 */
export const LINK_OBSTACLES = ['permission', 'root', 'classification', 'outbound'] as const

export const checkLinkDlp = route({
  name: 'checkLinkDlp',
  method: 'GET',
  path: '/link/checkDlp',
  input: Type.Object({ instanceIds: IdList }),
  reply: Type.Object({
    /** One of LINK_OUTCOMES. */
    ret: Type.Integer(),
    /** Files and folders that it is about; with `sensitive`, what was found, of files whose content is known already. */
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        classifierId: oneOf(['Folder', 'File']),
        /** With `notPermitted`. */
        reason: Type.Optional(oneOf(LINK_OBSTACLES)),
        /** With the reason `classification`. */
        classification: Type.Optional(ClassificationLevel),
        rule: Type.Optional(Type.String()),
        level: Type.Optional(oneOf(DLP_LEVELS)),
        /** Whether the link would wait for a decision, or stay closed. */
        action: Type.Optional(oneOf(DLP_ACTIONS)),
      }),
    ),
    /** Where an approval is asked for; "" where the product itself does that. */
    msg: Type.String(),
  }),
  errors: ['not_found', 'too_many_items'],
  summary: 'What a new link to these files and folders would meet; it is not made.',
})
