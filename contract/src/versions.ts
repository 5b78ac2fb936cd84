import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, FileSharingId, Id, IdList, Instant, ItemResults, nullable, pageOf, paging } from './shapes.ts'

/** Versions of a file (C section 3, G22): the content that it had before, and what it has now. */

/** Characters of the name that a version is pinned with. */
export const VERSION_NAME_MAX = 64

export const Version = Type.Object({
  versionId: Id,
  versionNo: Type.Integer(),
  fileSize: Bytes,
  sha256: nullable(Type.String()),
  /** Who made it, and when it came. */
  updateUser: Type.String(),
  updateTime: Instant,
  /** Where it comes from, if it was restored; else "". */
  remark: Type.String(),
  /** It is not removed by itself. */
  pinned: Type.Boolean(),
  name: Type.Optional(Type.String()),
  isCurrent: Type.Boolean(),
  /** When it is removed by its age; absent where it is kept. */
  expireTime: Type.Optional(Instant),
})
export type Version = Static<typeof Version>

/** What may be chosen: how many versions of a file are kept, and for how many days. */
export const VERSIONS_KEPT_MAX = 1000
export const VERSION_DAYS_MAX = 3650

/** How many versions of a file are kept and how many days after they were replaced; 0 days: however old. */
const VersionsKept = Type.Integer({ minimum: 1, maximum: VERSIONS_KEPT_MAX })
const VersionDays = Type.Integer({ minimum: 0, maximum: VERSION_DAYS_MAX })
export const VersionLimits = Type.Object({ versionsKept: VersionsKept, versionDays: VersionDays })
export type VersionLimits = Static<typeof VersionLimits>

export const VersionRetention = Type.Object({
  ...VersionLimits.properties,
  /** Those of the installation, which are in force where a space has none of its own. */
  defaults: VersionLimits,
  isDefault: Type.Boolean(),
  /** Whether the caller may change them: the owner of a personal space, managers of a group. */
  mayChange: Type.Boolean(),
})
export type VersionRetention = Static<typeof VersionRetention>

export const pageVersions = route({
  name: 'pageVersions',
  method: 'POST',
  path: '/version/page',
  changes: false,
  input: Type.Object({ instanceId: Id, ...paging, fileSharingId: FileSharingId }),
  reply: Type.Object({
    ...pageOf(Version).properties,
    /** Bytes of all versions but the current one, which the space is charged for. */
    versionsSize: Bytes,
    retention: VersionRetention,
  }),
  errors: ['not_found', 'not_permitted', 'is_a_folder'],
  summary: 'The versions of a file, the latest first.',
})

export const restoreVersion = route({
  name: 'restoreVersion',
  method: 'POST',
  path: '/version/restore',
  input: Type.Object({ instanceId: Id, versionId: Id, fileSharingId: FileSharingId }),
  reply: Instance,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_folder',
    'version_current',
    'quota_full',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
    'sensitive_content',
  ],
  summary: 'Makes the content of an earlier version the current one, as a new version. No version is lost.',
})

const VersionResult = Type.Object({
  instanceId: Id,
  versionId: Id,
  errcode: Type.Integer(),
  errmsg: Type.String(),
})
export type VersionResult = Static<typeof VersionResult>

export const removeVersions = route({
  name: 'removeVersions',
  method: 'POST',
  path: '/version/remove',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceId: Id, versionIds: IdList, fileSharingId: FileSharingId }),
  reply: Type.Object({
    list: Type.Array(VersionResult),
    /** Bytes that the space gets back. */
    freedSize: Bytes,
  }),
  errors: ['not_found', 'not_permitted', 'is_a_folder', 'too_many_items', 'version_current', 'held'],
  summary: 'Removes versions for good. The current one stays.',
})

export const removeOldVersions = route({
  name: 'removeOldVersions',
  method: 'POST',
  path: '/version/removeOld',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceIds: IdList, fileSharingId: FileSharingId }),
  reply: Type.Object({
    ...ItemResults.properties,
    removed: Type.Integer(),
    /** Bytes that the space gets back. */
    freedSize: Bytes,
  }),
  errors: ['not_found', 'not_permitted', 'is_a_folder', 'too_many_items', 'held'],
  summary: 'Removes all versions of these files for good, except the current and the pinned ones.',
})

export const pinVersion = route({
  name: 'pinVersion',
  method: 'POST',
  path: '/version/pin',
  input: Type.Object({
    instanceId: Id,
    versionId: Id,
    /** False lets it go by its age again, and takes its name away. */
    pinned: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String({ maxLength: VERSION_NAME_MAX })),
    fileSharingId: FileSharingId,
  }),
  reply: Version,
  errors: ['not_found', 'not_permitted', 'is_a_folder'],
  summary: 'Pins a version, with a name if one is given: it is kept until it is removed by hand.',
})

export const saveVersionLimits = route({
  name: 'saveVersionLimits',
  method: 'POST',
  path: '/version/saveLimits',
  input: Type.Object({
    /** Any item of the space. */
    instanceId: Id,
    /** Absent: as the installation has it. */
    versionsKept: Type.Optional(VersionsKept),
    versionDays: Type.Optional(VersionDays),
    /** Changes nothing and tells what the next cleanup would remove. */
    dryRun: Type.Optional(Type.Boolean()),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Object({
    retention: VersionRetention,
    /** What these limits remove of the whole space with the next cleanup. */
    expiring: Type.Object({ count: Type.Integer(), fileSize: Bytes }),
  }),
  errors: ['not_found', 'not_permitted'],
  summary: 'How many versions a space keeps, and for how long.',
})
