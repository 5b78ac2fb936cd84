import type { DirectoryProblemKind } from '@clouddisk/contract/directory-runs'
import { DEFAULT_LANGUAGE } from '@clouddisk/contract/errors'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { errorMessageOf, Refusal } from '../../../errors/refusal.ts'
import { type AssignableRole, assignableRoles } from '../../directory/assignable-roles.ts'
import { readEmail, readPhone } from '../../directory/fields.ts'
import {
  dropLocalPassword,
  freezeSynced,
  insertSyncedPerson,
  lockPeople,
  type SyncedPerson,
  type SyncedProfile,
  syncRoles,
  unfreezeSynced,
  updateSyncedPerson,
} from '../../directory/synced-people.ts'
import { departmentIds, type KnownPerson, type Namesake, saveKnown } from './people-store.ts'
import { type DirectoryPersonInput, hashOf } from './person-input.ts'
import { type Applying, isTwice, type Plan, type PlannedPerson, planPeople } from './plan.ts'
import { Report } from './report.ts'

/** Makes accounts what a directory says of its people, as `planPeople` has decided. */

export interface AppliedPortion {
  readonly report: Report
  /** Whose names others of this directory have, who may get other names in the same run. */
  readonly deferred: readonly DirectoryPersonInput[]
}

/**
 * All of them in one transaction, which the caller has opened.
 * @param isLast reports whoever would be deferred
 * @param isProvisional the next run applies them again, with all that it knows
 */
export async function applyPeople(
  ctx: Context,
  tx: Tx,
  directory: Applying,
  people: readonly DirectoryPersonInput[],
  {
    isLast = true,
    isProvisional = false,
  }: { readonly isLast?: boolean; readonly isProvisional?: boolean } = {},
): Promise<AppliedPortion> {
  const all = await planPeople(tx, directory, people, 'lock')
  const waits = ({ plan }: PlannedPerson) => !isLast && isTwice(plan, directory.id)
  const deferred = all.filter(waits).map(({ person }) => person)
  const planned = all.filter((one) => !waits(one))
  const departments = await departmentIds(
    tx,
    directory.id,
    people.map(({ department }) => department),
  )
  const roles = new Map(
    (await assignableRoles(tx, [...new Set(people.flatMap((person) => person.roles))])).map((role) => [
      role.roleId,
      role,
    ]),
  )
  const ids = planned.flatMap((one) => personIdOf(one) ?? [])
  const locked = new Map((await lockPeople(tx, ids)).map((person) => [person.id, person]))
  const report = new Report()
  const lookups = { departments, roles, locked, isProvisional }
  const apply = ({ person, plan }: PlannedPerson) =>
    new PersonChange(ctx, tx, directory, person, report, lookups).apply(plan)
  const isSuper = (one: PlannedPerson) => locked.get(personIdOf(one) ?? '')?.admins.includes('superAdmin')
  // Their statements go out together: one after the other each would cost a round trip.
  const settled = await Promise.allSettled(planned.filter((one) => !isSuper(one)).map(apply))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  // Each of them has to see whether the one before was left, to stay the last one.
  for (const one of planned.filter(isSuper)) await apply(one)
  return { report, deferred }
}

const personIdOf = ({ plan }: PlannedPerson): string | undefined =>
  plan.kind === 'update' ? plan.known.personId : plan.kind === 'takeOver' ? plan.namesake.personId : undefined

interface Lookups {
  readonly departments: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, AssignableRole>
  readonly locked: ReadonlyMap<string, SyncedPerson>
  readonly isProvisional: boolean
}

class PersonChange {
  readonly #ctx: Context
  readonly #tx: Tx
  readonly #directory: Applying
  readonly #person: DirectoryPersonInput
  readonly #report: Report
  readonly #lookups: Lookups
  /** Whether all of it was applied; otherwise the next run tries again. */
  #isComplete = true

  constructor(
    ctx: Context,
    tx: Tx,
    directory: Applying,
    person: DirectoryPersonInput,
    report: Report,
    lookups: Lookups,
  ) {
    this.#ctx = ctx
    this.#tx = tx
    this.#directory = directory
    this.#person = person
    this.#report = report
    this.#lookups = lookups
  }

  async apply(plan: Plan): Promise<void> {
    if (plan.kind === 'ignore') return
    if (plan.kind === 'conflict') return this.#conflict(plan.problem)
    if (plan.kind === 'create') return this.#create()
    if (plan.kind === 'takeOver') return this.#takeOver(plan.namesake)
    return this.#update(plan.known, plan.namesake)
  }

  #conflict(problem: DirectoryProblemKind): void {
    const { dn, accountName } = this.#person
    this.#report.problem(problem, dn || accountName, accountName)
    this.#reportChange('conflict')
  }

  async #create(): Promise<void> {
    const { capacity } = this.#directory.settings
    const profile = this.#profile()
    const { code } = this.#directory
    const id = await insertSyncedPerson(this.#ctx, this.#tx, profile, { capacity, directory: code })
    const { departmentId, realName } = profile
    const given = await this.#setRoles({ id, realName, departmentId, roles: [], admins: [] }, [])
    await this.#save(id, given, { frozen: false })
    this.#reportChange('created')
  }

  async #takeOver(namesake: Namesake): Promise<void> {
    const { code, id: directoryId } = this.#directory
    const person = this.#lookups.locked.get(namesake.personId)
    if (!person) return this.#conflict('accountLocal')
    const profile = this.#profile()
    const { userName, phone, email } = namesake
    await updateSyncedPerson(this.#ctx, this.#tx, { ...person, userName, phone, email }, profile, code)
    await dropLocalPassword(this.#ctx, this.#tx, person, code)
    const frozen = await this.#setState(person, namesake.frozen)
    await this.#tx
      .deleteFrom('directory_person')
      .where('person_id', '=', person.id)
      .where('directory_id', '=', directoryId)
      .execute()
    const given = await this.#setRoles({ ...person, departmentId: profile.departmentId }, namesake.roles)
    await this.#save(person.id, given, { frozen })
    this.#reportChange('takenOver')
  }

  async #update(known: KnownPerson, namesake: Namesake | undefined): Promise<void> {
    const person = this.#lookups.locked.get(known.personId)
    if (!person) return this.#conflict('failed')
    const profile = this.#profile()
    // The name that another one has is left to it; everything else is changed.
    const accountName = namesake ? person.accountName : profile.accountName
    const fields = await updateSyncedPerson(
      this.#ctx,
      this.#tx,
      { ...person, userName: known.userName, phone: known.phone, email: known.email },
      { ...profile, accountName },
      this.#directory.code,
    )
    const frozen = await this.#setState(person, known.frozen)
    const given = await this.#setRoles({ ...person, departmentId: profile.departmentId }, known.roles)
    if (namesake) this.#isComplete = false
    await this.#save(person.id, given, { frozen })
    if (namesake) {
      const problem =
        namesake.directoryId === null
          ? 'accountLocal'
          : namesake.directoryId === this.#directory.id
            ? 'accountTwice'
            : 'accountElsewhere'
      this.#report.problem(problem, this.#person.dn || profile.accountName, profile.accountName)
    }
    const roles = given.join() !== known.roles.join() ? ['roles'] : []
    if (known.frozen && !frozen) this.#reportChange('returned', fields)
    else if (frozen && !known.frozen) this.#reportChange('disabled', fields)
    else if (fields.length + roles.length > 0) this.#reportChange('changed', [...fields, ...roles])
    else this.#report.count('unchanged')
  }

  /** Freezes whoever is disabled, and unfreezes only those whom the directory froze. Answers whether the directory has it frozen. */
  async #setState(person: SyncedPerson, frozenBefore: boolean): Promise<boolean> {
    const { code } = this.#directory
    if (this.#person.disabled) {
      try {
        return (await freezeSynced(this.#ctx, this.#tx, person, code)) || frozenBefore
      } catch (error) {
        if (!(error instanceof Refusal) || error.errorName !== 'last_admin') throw error
        this.#report.problem('lastAdministrator', this.#person.dn || person.accountName)
        this.#isComplete = false
        return frozenBefore
      }
    }
    if (frozenBefore) await unfreezeSynced(this.#ctx, this.#tx, person, code)
    return false
  }

  /** Answers the ids of roles that the directory has given now. */
  async #setRoles(
    person: Pick<SyncedPerson, 'id' | 'realName' | 'departmentId' | 'roles' | 'admins'>,
    before: readonly string[],
  ): Promise<string[]> {
    const wanted = this.#person.roles
    const give = wanted.flatMap((roleId) => this.#lookups.roles.get(roleId) ?? [])
    for (const roleId of wanted)
      if (!this.#lookups.roles.has(roleId)) this.#report.problem('roleMissing', this.#person.dn, roleId)
    // Those that the person had of an administrator are not the directory's to take away again.
    const given = give.filter(({ roleId }) => before.includes(roleId) || !person.roles.includes(roleId))
    const take = before.filter((roleId) => !wanted.includes(roleId))
    try {
      await syncRoles(this.#ctx, this.#tx, person, { give, take })
      return given.map(({ roleId }) => roleId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#report.problem('roleRefused', this.#person.dn, give.map(({ name }) => name).join(', '))
      this.#isComplete = false
      return [...before]
    }
  }

  #profile(): SyncedProfile {
    const { accountName, dn, department } = this.#person
    const realName = cleanName(this.#person.realName, this.#ctx.config.limits.userNameMax) || accountName
    const field = (
      problem: 'mailDropped' | 'phoneDropped',
      value: string,
      read: (value: string) => string,
    ): string => {
      try {
        return read(value)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#report.problem(problem, dn || accountName, value)
        return ''
      }
    }
    return {
      accountName,
      realName,
      userName: cleanName(this.#person.userName, this.#ctx.config.limits.userNameMax) || realName,
      email: field('mailDropped', this.#person.email, readEmail),
      phone: field('phoneDropped', this.#person.phone, readPhone),
      departmentId: department === null ? null : (this.#lookups.departments.get(department) ?? null),
    }
  }

  #save(personId: string, roles: readonly string[], { frozen }: { frozen: boolean }): Promise<void> {
    const { externalId, dn } = this.#person
    return saveKnown(this.#tx, {
      directoryId: this.#directory.id,
      externalId,
      personId,
      dn,
      applied: this.#isComplete && !this.#lookups.isProvisional ? hashOf(this.#person) : null,
      roles,
      frozen,
    })
  }

  #reportChange(
    kind: 'created' | 'takenOver' | 'changed' | 'returned' | 'disabled' | 'conflict',
    fields: readonly string[] = [],
  ): void {
    const { externalId, realName, accountName, dn } = this.#person
    this.#report.change({
      subject: 'person',
      kind,
      externalId,
      name: realName || accountName,
      detail: { account: accountName, dn, fields },
    })
  }
}

/** Without what is not seen, and as long as names may be. */
export function cleanName(name: string, max: number): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const fault = nameFault(plain, Number.POSITIVE_INFINITY)
  if (fault === 'name_control' || fault === 'name_invisible') return ''
  return lengthOf(plain) > max ? [...plain].slice(0, max).join('').trim() : plain
}

export const messageOf = (error: Refusal): string => errorMessageOf(error, DEFAULT_LANGUAGE).errmsg
