/** Administrators (G10). */
export const ADMIN_ROLES = ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]

/** Areas of the administration; a call of it belongs to one. */
export const ADMIN_AREAS = [
  'people',
  'roles',
  'groups',
  'files',
  'logs',
  'recycle',
  'sessions',
  'uploads',
  'links',
  'dashboard',
  'storage',
  'dlp',
  'identity',
  'access',
  'config',
] as const
export type AdminArea = (typeof ADMIN_AREAS)[number]
export type AdminRight = 'read' | 'change'

/**
 * What each administrator may do where (G10): an auditor changes nothing, and nobody changes the log. An orgAdmin's
 * areas end at the departments of its scope.
 */
export const ADMIN_RIGHTS: Record<AdminRole, Partial<Record<AdminArea, AdminRight>>> = {
  superAdmin: {
    people: 'change',
    roles: 'change',
    groups: 'change',
    files: 'change',
    logs: 'read',
    recycle: 'change',
    sessions: 'change',
    uploads: 'change',
    links: 'change',
    dashboard: 'read',
    storage: 'change',
    dlp: 'change',
    identity: 'change',
    access: 'change',
    config: 'change',
  },
  orgAdmin: {
    people: 'change',
    roles: 'read',
    groups: 'change',
    files: 'read',
    recycle: 'change',
    sessions: 'change',
    uploads: 'change',
    links: 'change',
    dashboard: 'read',
  },
  auditor: {
    people: 'read',
    roles: 'read',
    groups: 'read',
    logs: 'read',
    uploads: 'read',
    dlp: 'read',
    identity: 'read',
    access: 'read',
    links: 'read',
    dashboard: 'read',
  },
  storageAdmin: { recycle: 'read', uploads: 'change', dashboard: 'read', storage: 'change' },
}

/** Whether one of these roles gives a right in an area. */
export const mayAdminister = (roles: Iterable<AdminRole>, area: AdminArea, right: AdminRight): boolean =>
  [...roles].some((role) => {
    const granted = ADMIN_RIGHTS[role][area]
    return granted === 'change' || granted === right
  })
