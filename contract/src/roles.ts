/** Permission items as `fileAuth` spells them (C section 3, B§6). */
export const PERMISSION_ITEMS = [
  'list',
  'comment',
  'preview',
  'upload',
  'versionView',
  'versionManage',
  'versionRecover',
  'download',
  'sync',
  'copy',
  'move',
  'collect',
  'share',
  'label',
  'search',
  'attribute',
  'delete',
  'rename',
  'members',
] as const

export type PermissionItem = (typeof PERMISSION_ITEMS)[number]
type Items = readonly PermissionItem[]

const ALL: Items = PERMISSION_ITEMS
/** Sees names and what they say of themselves. */
const OBSERVER: Items = ['list', 'search', 'attribute']
const VIEWER: Items = [...OBSERVER, 'preview', 'collect']
const DOWNLOADER: Items = [...VIEWER, 'download', 'copy', 'versionView']
const EDITOR: Items = [
  ...DOWNLOADER,
  'comment',
  'upload',
  'versionRecover',
  'sync',
  'move',
  'label',
  'delete',
  'rename',
]

/**
 * What each role gives: the one table that every rule reads (B§6, C17, G1). Entries of files, groups and shares name
 * the first seven and `forbidden`; the general roles besides are presets for what people may do at all.
 */
export const ROLE_ITEMS = {
  owner: ALL,
  manager: ALL,
  linker: [...EDITOR, 'share'],
  editor: EDITOR,
  downloader: DOWNLOADER,
  viewer: VIEWER,
  forbidden: [],
  observer: OBSERVER,
  reader: [...VIEWER, 'comment', 'versionView'],
  uploader: ['list', 'upload'],
  operator: [...OBSERVER, 'preview', 'collect', 'copy', 'move', 'label', 'delete', 'rename'],
  sharedBy: [...DOWNLOADER, 'share', 'members'],
  sharer: [...VIEWER, 'share'],
  default: ALL,
} as const satisfies Record<string, Items>

export type RoleName = keyof typeof ROLE_ITEMS

/** Of a group (B§6); `owner` changes by handover alone. */
export const GROUP_ROLES = ['owner', 'manager', 'linker', 'editor', 'downloader', 'viewer'] as const
export type GroupRole = (typeof GROUP_ROLES)[number]
/** What a member of a group can be made by its managers. */
export const MEMBER_ROLES = ['manager', 'linker', 'editor', 'downloader', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
/** Second-level permissions of one file or folder of a group (B§6): the same set minus owner, and none at all (G1). */
export const ENTRY_ROLES = [...MEMBER_ROLES, 'forbidden'] as const
export type EntryRole = (typeof ENTRY_ROLES)[number]
/** What an internal share gives; its `owner` is who has the file (B§6). */
export const SHARE_ROLES = ['manager', 'editor', 'downloader', 'viewer'] as const
export type ShareRole = (typeof SHARE_ROLES)[number]

/** A member's identity in a group is derived from its role (C17). */
export type Identity = 'owner' | 'administrator' | 'member'
export const identityOf = (role: RoleName): Identity =>
  role === 'owner' ? 'owner' : role === 'manager' ? 'administrator' : 'member'

/** Strongest first: where a person has several entries, this one names what it is. */
export const STRENGTH: readonly RoleName[] = ['owner', 'manager', 'linker', 'editor', 'downloader', 'viewer']

/** Roles that nothing nearer takes away from who has them. */
export const KEPT_ROLES: ReadonlySet<string> = new Set<RoleName>(['owner', 'manager'])

/** What is left of any role in a group that is about to be dissolved. */
export const READ_ONLY_ITEMS: ReadonlySet<PermissionItem> = new Set(DOWNLOADER)

/** The general roles (B§6) as presets of what a person may do anywhere; `custom` is a role of one's own making. */
export const GENERAL_ROLES = [
  'default',
  'observer',
  'reader',
  'viewer',
  'uploader',
  'editor',
  'operator',
  'sharedBy',
  'manager',
  'downloader',
  'sharer',
  'forbidden',
] as const satisfies readonly RoleName[]
export type GeneralRole = (typeof GENERAL_ROLES)[number]
