import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { type PermissionItem, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** Who asks. Every rule is asked with one of these; there is no call without. */
export interface Actor {
  readonly personId: string
  readonly sessionId: string
  readonly accountName: string
  readonly realName: string
  /** Chosen at sign-in. */
  readonly region?: string | undefined
  /** Bytes a second of all its transfers in one direction; null or absent is unlimited. */
  readonly speedLimit?: number | null | undefined
  /** Ids that entries may name: the person, its department with those above it, the groups that it is in. */
  readonly principals: readonly string[]
  /** What the person's ordinary roles let it do anywhere; all where undefined. */
  readonly ceiling?: ReadonlySet<PermissionItem>
  /** What its advanced roles give in the files of departments. */
  readonly reach: readonly Reach[]
  readonly admin?: AdminStanding
  /** The moment by which entries have expired. */
  readonly asOf: Date
  /** When its account ends; null or absent is never. */
  readonly validUntil?: Date | null | undefined
  /** The internal share under which this call is made: nothing outside of it is there. */
  readonly sharingId?: string
}

export interface Reach {
  readonly role: string
  readonly departments: ReadonlySet<string>
  readonly items: ReadonlySet<PermissionItem>
}

/** An administrator's roles, and the departments of an orgAdmin. */
export interface AdminStanding {
  readonly roles: ReadonlySet<AdminRole>
  /** Where its orgAdmin roles hold; the others hold everywhere. */
  readonly scope: ReadonlySet<string>
}

/** What `standing_of` (migration 0012) tells of a person. */
export interface Standing {
  readonly departments: readonly string[]
  readonly groups: readonly string[]
  readonly roles: readonly {
    readonly name: string
    readonly preset: string | null
    readonly items: readonly string[] | null
    readonly advanced: boolean
    readonly admin: AdminRole | null
    /** Departments below the role's scope, itself included; only of advanced roles. */
    readonly departments: readonly string[]
  }[]
}

type Identified = Pick<
  Actor,
  'personId' | 'sessionId' | 'accountName' | 'realName' | 'region' | 'speedLimit' | 'asOf' | 'validUntil'
>

export function actorOf(person: Identified, standing: Standing): Actor {
  const { personId, sessionId, accountName, realName, region, speedLimit, asOf, validUntil } = person
  const ceiling = ceilingOf(standing)
  const admin = adminOf(standing)
  return {
    personId,
    sessionId,
    accountName,
    realName,
    region,
    speedLimit,
    asOf,
    validUntil,
    principals: [personId, ...standing.departments, ...standing.groups],
    reach: standing.roles
      .filter((role) => role.advanced && !role.admin)
      .map((role) => ({
        role: role.name,
        departments: new Set(role.departments),
        items: itemsOfRole(role),
      })),
    ...(ceiling && { ceiling }),
    ...(admin && { admin }),
  }
}

type Role = Standing['roles'][number]

const itemsOfRole = ({ preset, items }: Role): ReadonlySet<PermissionItem> =>
  new Set((items ?? ROLE_ITEMS[preset as keyof typeof ROLE_ITEMS] ?? []) as readonly PermissionItem[])

/** The union of the ordinary roles; who has none has the default role, which bounds nothing. */
function ceilingOf({ roles }: Standing): ReadonlySet<PermissionItem> | undefined {
  const ordinary = roles.filter((role) => !role.advanced)
  if (ordinary.length === 0 || ordinary.some((role) => role.preset === 'default')) return undefined
  return new Set(ordinary.flatMap((role) => [...itemsOfRole(role)]))
}

function adminOf({ roles }: Standing): AdminStanding | undefined {
  const given = roles.filter((role) => role.admin !== null)
  if (given.length === 0) return undefined
  const organizing = given.filter((role) => role.admin === 'orgAdmin')
  return {
    roles: new Set(given.flatMap((role) => role.admin ?? [])),
    scope: new Set(organizing.flatMap((role) => role.departments)),
  }
}

/**
 * Somebody as it stands now, to go on with what it began earlier: rights that were lost meanwhile are lost here too.
 * Undefined once it may not act any more.
 */
export async function actorOfPerson(db: Reader, personId: string, asOf: Date): Promise<Actor | undefined> {
  return (await actorsOfPeople(db, [personId], asOf)).get(personId)
}

/** The same of many, by their ids, in one statement. */
export async function actorsOfPeople(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<Map<string, Actor>> {
  const people = await peopleAtRest(db, personIds, asOf)
  return new Map([...people].flatMap(([id, { actor, signsIn }]) => (signsIn ? [[id, actor] as const] : [])))
}

/** Somebody as it stands now. */
export interface AtRest {
  readonly actor: Actor
  readonly signsIn: boolean
}

/** Somebody whether it can sign in now or not; for explaining, never for deciding. */
export async function actorAtRest(db: Reader, personId: string, asOf: Date): Promise<AtRest | undefined> {
  return (await peopleAtRest(db, [personId], asOf)).get(personId)
}

async function peopleAtRest(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<Map<string, AtRest>> {
  if (personIds.length === 0) return new Map()
  const signsIn = sql<boolean>`status = 'active' and (valid_until is null or valid_until > ${asOf}::timestamptz)`
  const rows = await db
    .selectFrom('person')
    .select(['id as personId', 'account_name as accountName', 'real_name as realName'])
    .select([standingColumn(), signsIn.as('signsIn')])
    .where('id', '=', sql<string>`any(${personIds}::uuid[])`)
    .where('status', '<>', 'removed')
    .execute()
  return new Map(
    rows.map(({ standing, signsIn, ...person }) => [
      person.personId,
      { actor: actorOf({ ...person, sessionId: '', asOf }, standing), signsIn },
    ]),
  )
}

/** `standing`, to be selected beside the columns of `person`. */
export const standingColumn = () => sql<Standing>`standing_of(person.id)`.as('standing')
