import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { type PermissionItem, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { TokenScope } from '@clouddisk/contract/token-scopes'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** The authenticated caller. Every permission check takes one. */
export interface Actor {
  readonly personId: string
  readonly sessionId: string
  readonly accountName: string
  readonly realName: string
  /** Chosen at sign-in. */
  readonly region?: string | undefined
  /** Bytes per second for all transfers in one direction; null or absent is unlimited. */
  readonly speedLimit?: number | null | undefined
  /** Ids that entries can name: the person, their department and its ancestors, and their groups. */
  readonly principals: readonly string[]
  /** The permissions that ordinary roles allow anywhere; undefined allows all. */
  readonly permissionBoundary?: ReadonlySet<PermissionItem>
  /** Permissions of advanced roles on the files of departments. */
  readonly departmentScopes: readonly DepartmentScope[]
  readonly admin?: AdminAccess
  /** The time at which expiry of entries is evaluated. */
  readonly asOf: Date
  /** Where the request comes from. */
  readonly address?: string
  /** The access token by which a program calls. */
  readonly token?: { readonly id: string; readonly scope: TokenScope }
  /** When the person last proved who they are; absent where nobody can, as on the command line. */
  readonly confirmedAt?: Date | undefined
  /** When the account expires; null or absent is never. */
  readonly validUntil?: Date | null | undefined
  /** The internal share that the call is limited to; items outside of it are not found. */
  readonly sharingId?: string
  /**
   * Set for a visitor of an external link, who acts as its owner within its targets and its permissions: whatever the owner
   * loses, visitors lose.
   */
  readonly link?: {
    readonly id: string
    readonly visitorId: string
    readonly visitorPersonId: string | null
    /** Of its address. */
    readonly path: string
    /** Its files are checked before visitors see them (held.ts). */
    readonly isChecked: boolean
    /** Previews bear the visitor's name (view-only.ts). */
    readonly watermark: boolean
    /** When the visitor's session ends. */
    readonly until: Date
  }
}

/** Whose share of limited resources a call takes: visitors of a link share one, so that they do not take its owner's. */
export const shareHolderOf = ({ personId, link }: Pick<Actor, 'personId' | 'link'>): string =>
  link?.id ?? personId

export interface DepartmentScope {
  readonly role: string
  readonly departments: ReadonlySet<string>
  readonly permissions: ReadonlySet<PermissionItem>
}

/** An administrator's roles and, for an orgAdmin, the departments. */
export interface AdminAccess {
  readonly roles: ReadonlySet<AdminRole>
  /** Departments of the orgAdmin roles; other roles apply everywhere. */
  readonly scope: ReadonlySet<string>
}

/** Result of the SQL function `memberships_of` (migration 0055). */
export interface Memberships {
  readonly departments: readonly string[]
  readonly groups: readonly string[]
  readonly roles: readonly {
    readonly name: string
    readonly preset: string | null
    readonly permissions: readonly string[] | null
    readonly advanced: boolean
    readonly admin: AdminRole | null
    /** Departments in the role's scope, with all below them; only for advanced roles. */
    readonly departments: readonly string[]
  }[]
}

type ActorIdentity = Pick<
  Actor,
  | 'personId'
  | 'sessionId'
  | 'accountName'
  | 'realName'
  | 'region'
  | 'speedLimit'
  | 'asOf'
  | 'validUntil'
  | 'confirmedAt'
>

export function toActor(person: ActorIdentity, memberships: Memberships): Actor {
  const { personId, sessionId, accountName, realName, region, speedLimit, asOf, validUntil, confirmedAt } =
    person
  const permissionBoundary = toPermissionBoundary(memberships)
  const admin = toAdminAccess(memberships)
  return {
    personId,
    sessionId,
    accountName,
    realName,
    region,
    speedLimit,
    asOf,
    validUntil,
    confirmedAt,
    principals: [personId, ...memberships.departments, ...memberships.groups],
    departmentScopes: memberships.roles
      .filter((role) => role.advanced && !role.admin)
      .map((role) => ({
        role: role.name,
        departments: new Set(role.departments),
        permissions: rolePermissions(role),
      })),
    ...(permissionBoundary && { permissionBoundary }),
    ...(admin && { admin }),
  }
}

type MembershipRole = Memberships['roles'][number]

const rolePermissions = ({ preset, permissions }: MembershipRole): ReadonlySet<PermissionItem> =>
  new Set((permissions ?? ROLE_ITEMS[preset as keyof typeof ROLE_ITEMS] ?? []) as readonly PermissionItem[])

/** The union of the ordinary roles. No ordinary role, or the default role, means no boundary. */
function toPermissionBoundary({ roles }: Memberships): ReadonlySet<PermissionItem> | undefined {
  const ordinary = roles.filter((role) => !role.advanced)
  if (ordinary.length === 0 || ordinary.some((role) => role.preset === 'default')) return undefined
  return new Set(ordinary.flatMap((role) => [...rolePermissions(role)]))
}

function toAdminAccess({ roles }: Memberships): AdminAccess | undefined {
  const adminRoles = roles.filter((role) => role.admin !== null)
  if (adminRoles.length === 0) return undefined
  const organizing = adminRoles.filter((role) => role.admin === 'orgAdmin')
  return {
    roles: new Set(adminRoles.flatMap((role) => role.admin ?? [])),
    scope: new Set(organizing.flatMap((role) => role.departments)),
  }
}

/**
 * The person as an actor with current rights, to continue earlier work such as a job. Undefined if the account is not
 * active.
 */
export async function loadActor(db: Reader, personId: string, asOf: Date): Promise<Actor | undefined> {
  return (await loadActors(db, [personId], asOf)).get(personId)
}

/** As loadActor, for many people in one statement. */
export async function loadActors(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<Map<string, Actor>> {
  const people = await loadPersonActors(db, personIds, asOf)
  return new Map(
    [...people].flatMap(([id, { actor, maySignIn }]) => (maySignIn ? [[id, actor] as const] : [])),
  )
}

/** A person as an actor, whether or not they can sign in. */
export interface PersonActor {
  readonly actor: Actor
  readonly maySignIn: boolean
}

/** Includes people who cannot sign in. For explanations only, never for permission checks. */
export async function loadPersonActor(
  db: Reader,
  personId: string,
  asOf: Date,
): Promise<PersonActor | undefined> {
  return (await loadPersonActors(db, [personId], asOf)).get(personId)
}

async function loadPersonActors(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<Map<string, PersonActor>> {
  if (personIds.length === 0) return new Map()
  const maySignIn = sql<boolean>`status = 'active' and (valid_until is null or valid_until > ${asOf}::timestamptz)`
  const rows = await db
    .selectFrom('person')
    .select(['id as personId', 'account_name as accountName', 'real_name as realName'])
    .select([membershipsColumn(), maySignIn.as('maySignIn')])
    .where('id', '=', sql<string>`any(${personIds}::uuid[])`)
    .where('status', '<>', 'removed')
    .execute()
  return new Map(
    rows.map(({ memberships, maySignIn, ...person }) => [
      person.personId,
      { actor: toActor({ ...person, sessionId: '', asOf }, memberships), maySignIn },
    ]),
  )
}

/** Selects `memberships` beside the columns of `person`. */
export const membershipsColumn = () => sql<Memberships>`memberships_of(person.id)`.as('memberships')
