import Type, { type Static } from 'typebox'
import { Bytes, Id, nullable, oneOf } from './shapes.ts'

/** How directories are reached and read, and what is made of their entries. */

export const DIRECTORY_PROTOCOLS = ['ldap', 'activeDirectory', 'scim'] as const
export type DirectoryProtocol = (typeof DIRECTORY_PROTOCOLS)[number]
/** Those that the server reads; a SCIM client writes. */
export const LDAP_PROTOCOLS = ['ldap', 'activeDirectory'] as const
export type LdapProtocol = (typeof LDAP_PROTOCOLS)[number]

export const DIRECTORY_TLS = ['none', 'startTls', 'ldaps'] as const
/** Where departments come from: units that people lie in, an attribute of people, or nowhere. */
export const DEPARTMENT_MODES = ['units', 'attribute', 'none'] as const
/** What becomes of people who leave the directory: frozen and offboarded, or frozen only. */
export const LEAVER_RULES = ['offboard', 'freeze'] as const
export const DIRECTORY_SCHEDULES = ['off', 'hourly', 'daily'] as const

const CA_MAX = 65_536

const Filter = Type.String({ maxLength: 2000 })
const Attribute = Type.String({ maxLength: 128 })
const Dn = Type.String({ maxLength: 2000 })

export const DirectorySettings = Type.Object({
  url: Type.String({ maxLength: 500, description: 'ldap://host:port or ldaps://host:port' }),
  tls: oneOf(DIRECTORY_TLS),
  /** Certificates (PEM) that sign the server’s; "" for those that the system trusts. */
  ca: Type.String({ maxLength: CA_MAX }),
  base: Dn,
  /** Name of the account that reads. */
  user: Dn,
  peopleFilter: Filter,
  idAttribute: Attribute,
  accountAttribute: Attribute,
  realNameAttribute: Attribute,
  userNameAttribute: Attribute,
  mailAttribute: Attribute,
  phoneAttribute: Attribute,
  /** Filter of disabled accounts; "": none, in Active Directory `userAccountControl` decides. */
  disabledFilter: Filter,
  departmentMode: oneOf(DEPARTMENT_MODES),
  /** Of units. */
  departmentFilter: Filter,
  departmentNameAttribute: Attribute,
  /** Of people: a path of names. */
  departmentAttribute: Attribute,
  departmentSeparator: Type.String({ maxLength: 8 }),
  /** Below which department they go; null: at the top. */
  departmentParentId: nullable(Id),
  groupFilter: Filter,
  groupMemberAttribute: Attribute,
  /** Roles for the members of groups, by the group’s distinguished name; in SCIM by its id. */
  groupRoles: Type.Array(Type.Object({ group: Dn, roleId: Id }), { maxItems: 200 }),
  /** Bytes of a new person; null is unlimited. */
  capacity: nullable(Bytes),
  leavers: oneOf(LEAVER_RULES),
  /** Local accounts of the same name become the directory’s; never administrators’. */
  takeOver: Type.Boolean(),
  /** Who is not here yet comes with the first sign-in. */
  createAtSignIn: Type.Boolean(),
  /** A run asks before more than this share of people (percent), and at least so many, would leave. */
  guardShare: Type.Integer({ minimum: 1, maximum: 100 }),
  guardLeast: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  schedule: oneOf(DIRECTORY_SCHEDULES),
  /** HH:MM in the server’s time zone, of a daily run. */
  scheduleTime: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 }),
  /** The business library that it is for. */
  library: Type.String({ maxLength: 128 }),
})
export type DirectorySettings = Static<typeof DirectorySettings>

const COMMON: Omit<
  DirectorySettings,
  | 'idAttribute'
  | 'accountAttribute'
  | 'peopleFilter'
  | 'groupFilter'
  | 'userNameAttribute'
  | 'realNameAttribute'
> = {
  url: '',
  tls: 'startTls',
  ca: '',
  base: '',
  user: '',
  mailAttribute: 'mail',
  phoneAttribute: 'telephoneNumber',
  disabledFilter: '',
  departmentMode: 'units',
  departmentFilter: '(objectClass=organizationalUnit)',
  departmentNameAttribute: 'ou',
  departmentAttribute: 'department',
  departmentSeparator: '/',
  departmentParentId: null,
  groupMemberAttribute: 'member',
  groupRoles: [],
  capacity: 100 * 1024 ** 3,
  leavers: 'offboard',
  takeOver: false,
  createAtSignIn: true,
  guardShare: 30,
  guardLeast: 5,
  schedule: 'off',
  scheduleTime: '03:00',
  library: '',
}

/** What a new directory begins with. */
export const DIRECTORY_DEFAULTS: Record<DirectoryProtocol, DirectorySettings> = {
  ldap: {
    ...COMMON,
    peopleFilter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    accountAttribute: 'uid',
    realNameAttribute: 'cn',
    userNameAttribute: 'displayName',
    groupFilter: '(objectClass=groupOfNames)',
  },
  activeDirectory: {
    ...COMMON,
    peopleFilter: '(&(objectCategory=person)(objectClass=user))',
    idAttribute: 'objectGUID',
    accountAttribute: 'sAMAccountName',
    realNameAttribute: 'displayName',
    userNameAttribute: 'displayName',
    groupFilter: '(objectClass=group)',
  },
  scim: {
    ...COMMON,
    tls: 'none',
    peopleFilter: '',
    idAttribute: '',
    accountAttribute: '',
    realNameAttribute: '',
    userNameAttribute: '',
    groupFilter: '',
    departmentMode: 'attribute',
    createAtSignIn: false,
  },
}
