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

/** What the owner of a personal space may do in it: everything but managing members, of which it has none. */
export const OWNER_ITEMS: readonly PermissionItem[] = PERMISSION_ITEMS.filter((item) => item !== 'members')

/** Roles that an explicit entry may name, and what each gives. One table; the rule engine knows no other. */
export const ROLE_ITEMS = {
  owner: OWNER_ITEMS,
} as const satisfies Record<string, readonly PermissionItem[]>

export type RoleName = keyof typeof ROLE_ITEMS
