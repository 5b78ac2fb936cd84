import { DIRECTORY_PROBLEMS_MAX } from '@clouddisk/contract/directory-runs'
import type { LdapProtocol } from '@clouddisk/contract/directory-settings'
import { SECOND } from '@clouddisk/contract/time'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { runWithContext } from '../../db/request-context.ts'
import { Refusal, toRefusal } from '../../errors/refusal.ts'
import { applyDepartments, removeVanishedDepartments } from './apply/departments.ts'
import { applyLeavers } from './apply/leavers.ts'
import { type AppliedPortion, applyPeople, messageOf } from './apply/people.ts'
import { type AppliedPerson, appliedPeople } from './apply/people-store.ts'
import { type DirectoryPersonInput, hashOf, type PersonSource } from './apply/person-input.ts'
import { type Applying, planPeople } from './apply/plan.ts'
import { Report } from './apply/report.ts'
import { withLdap } from './ldap/connection.ts'
import { dnKey } from './ldap/dn.ts'
import { faultRefusal, LdapFault } from './ldap/faults.ts'
import { type Read, readDirectory } from './read.ts'
import * as runs from './run-store.ts'
import { targetOf } from './settings.ts'
import * as store from './store.ts'

/**
 * One run: everything is read before anything is changed, so that a connection that is cut changes nothing. What has to be changed waits in
 * the database; of everybody else only ids and hashes are kept.
 */

/** People in one transaction. */
const PORTION = 100
const BEAT_MS = 5 * SECOND

export async function runDirectory(ctx: Context, runId: string): Promise<void> {
  const run = await runs.claimRun(ctx, runId)
  if (!run) return
  const work = () => new DirectoryRunner(ctx, run).run()
  await (run.context ? runWithContext(run.context, work) : work())
}

class DirectoryRunner {
  readonly #ctx: Context
  readonly #run: runs.ClaimedRun
  readonly #report = new Report()
  readonly #known = new Map<string, AppliedPerson>()
  readonly #present = new Set<string>()
  readonly #read = new Set<string>()
  /** Who was active here and is disabled there now. */
  readonly #disabled: string[] = []
  #beatAt = 0

  constructor(ctx: Context, run: runs.ClaimedRun) {
    this.#ctx = ctx
    this.#run = run
  }

  async run(): Promise<void> {
    const { reader } = this.#ctx.db
    const beats = setInterval(() => void this.#beat().catch(() => undefined), BEAT_MS)
    try {
      const directory = await store.directoryById(reader, this.#run.directoryId)
      await this.#sync(directory)
    } catch (error) {
      if (error instanceof runs.RunOver) return
      await this.#fail(error)
    } finally {
      clearInterval(beats)
      await runs.dropStaged(reader, this.#run.id).catch(() => undefined)
    }
  }

  #beat(): Promise<void> {
    this.#beatAt = Date.now()
    return runs.beat(this.#ctx, this.#run)
  }

  async #sync(directory: store.Directory): Promise<void> {
    for (const person of await appliedPeople(this.#ctx.db.reader, directory.id))
      this.#known.set(person.externalId, person)
    const read = await this.#readAll(directory)
    const leavers = [...this.#known.values()]
      .filter(({ externalId, left }) => !left && !this.#present.has(externalId))
      .map(({ externalId }) => externalId)
    this.#report.count('people', this.#present.size)
    const groups = new Set(read.groups.list.map(({ dn }) => dnKey(dn)))
    for (const { group } of directory.settings.groupRoles)
      if (!groups.has(dnKey(group))) this.#report.problem('groupMissing', group)
    const applying: Applying = {
      id: directory.id,
      code: directory.code,
      settings: directory.settings,
      isGone: (externalId) => !this.#present.has(externalId),
    }
    if (this.#run.kind === 'dryRun') return this.#dryRun(applying, read, leavers)
    if (await this.#mustAsk(directory, [...leavers, ...this.#disabled])) return this.#wait(directory, leavers)
    await this.#apply(directory, applying, read, leavers)
  }

  async #readAll(directory: store.Directory): Promise<Read> {
    const plan = {
      settings: directory.settings,
      protocol: directory.protocol as LdapProtocol,
      since: this.#run.kind === 'incremental' ? directory.cursor : null,
    }
    return withLdap(targetOf(this.#ctx, directory), (ldap) =>
      readDirectory(ldap, plan, {
        onPeople: (people) => this.#take(people),
        onPresent: async (externalIds) => {
          for (const externalId of externalIds) if (externalId !== '') this.#present.add(externalId)
          if (Date.now() - this.#beatAt > BEAT_MS) await this.#beat()
        },
        known: (externalId) => {
          const known = this.#known.get(externalId)
          // Whoever left, or was not applied completely, is read again.
          return known?.left || known?.applied === null ? undefined : known
        },
      }),
    )
  }

  async #take(people: readonly PersonSource[]): Promise<void> {
    const changed: DirectoryPersonInput[] = []
    for (const { person } of people) {
      if (person.externalId === '') {
        this.#report.problem('idMissing', person.dn)
        continue
      }
      // Pages of a directory that changes meanwhile may show somebody twice.
      if (this.#read.has(person.externalId)) continue
      this.#read.add(person.externalId)
      const known = this.#known.get(person.externalId)
      if (person.disabled && known && !known.left && !known.frozen) this.#disabled.push(person.externalId)
      const same = known && !known.left && known.applied?.equals(hashOf(person))
      if (same) this.#report.count('unchanged')
      else changed.push(person)
    }
    await runs.stage(this.#ctx.db.reader, this.#run.id, changed)
  }

  /** Whether so many leave, or are disabled, that somebody has to look first. */
  async #mustAsk({ settings }: store.Directory, frozen: readonly string[]): Promise<boolean> {
    const before = [...this.#known.values()].filter(({ left }) => !left).length
    const many = frozen.length >= settings.guardLeast && frozen.length * 100 > before * settings.guardShare
    if (!many || this.#run.confirms === null) return many
    const confirmed = await runs.confirmedLeavers(this.#ctx.db.reader, this.#run.confirms)
    return frozen.some((externalId) => !confirmed.has(externalId))
  }

  async #wait(directory: store.Directory, leavers: readonly string[]): Promise<void> {
    const { reader } = this.#ctx.db
    for (const [kind, externalIds] of [
      ['left', leavers],
      ['disabled', this.#disabled],
    ] as const)
      for (const { externalId, name, account, dn } of await runs.namesOf(reader, directory.id, externalIds))
        this.#report.change({ subject: 'person', kind, externalId, name, detail: { account, dn } }, true)
    await this.#end('waiting')
  }

  async #dryRun(applying: Applying, read: Read, leavers: readonly string[]): Promise<void> {
    const { transact } = this.#ctx.db
    for await (const people of this.#portions())
      for (const { person, plan } of await transact((tx) => planPeople(tx, applying, people, 'look'))) {
        const { externalId, realName, accountName, dn } = person
        const detail = { account: accountName, dn }
        const change = { subject: 'person', externalId, name: realName || accountName, detail } as const
        if (plan.kind === 'conflict') this.#report.problem(plan.problem, dn || accountName, accountName)
        if (plan.kind === 'create') this.#report.change({ ...change, kind: 'created' })
        if (plan.kind === 'takeOver') this.#report.change({ ...change, kind: 'takenOver' })
        if (plan.kind === 'conflict') this.#report.change({ ...change, kind: 'conflict' })
        if (plan.kind === 'update')
          this.#report.change({
            ...change,
            kind:
              person.disabled && !plan.known.frozen
                ? 'disabled'
                : !person.disabled && plan.known.frozen
                  ? 'returned'
                  : 'changed',
          })
      }
    for (const { externalId, name, account, dn } of await runs.namesOf(
      this.#ctx.db.reader,
      applying.id,
      leavers,
    ))
      this.#report.change({ subject: 'person', kind: 'left', externalId, name, detail: { account, dn } })
    await this.#planDepartments(applying, read)
    await this.#end('done')
  }

  async #planDepartments({ id }: Applying, read: Read): Promise<void> {
    const departments = read.departments.all()
    this.#report.count('departments', departments.length)
    const rows = await this.#ctx.db.reader
      .selectFrom('directory_department as m')
      .innerJoin('department as d', 'd.id', 'm.department_id')
      .select(['m.external_id as externalId', 'm.dn', 'd.name'])
      .where('m.directory_id', '=', id)
      .execute()
    const known = new Map(rows.map((row) => [row.externalId, row]))
    const present = new Set(departments.map(({ externalId }) => externalId))
    for (const { externalId, name, dn } of departments) {
      const before = known.get(externalId)
      const change = { subject: 'department', externalId, name, detail: { dn } } as const
      if (!before) this.#report.change({ ...change, kind: 'created' })
      else if (before.dn !== dn) this.#report.change({ ...change, kind: 'changed' })
    }
    for (const { externalId, name, dn } of rows)
      if (read.departmentsComplete && !present.has(externalId))
        this.#report.change({ subject: 'department', kind: 'removed', externalId, name, detail: { dn } })
  }

  async #apply(
    directory: store.Directory,
    applying: Applying,
    read: Read,
    leavers: readonly string[],
  ): Promise<void> {
    await runs.beat(this.#ctx, this.#run, { state: 'applying', counts: this.#report.counts })
    const running = (tx: Tx) => runs.requireRunning(tx, this.#run)
    const departments = read.departments.all()
    this.#report.add(await applyDepartments(this.#ctx, directory, departments, running))
    const again: DirectoryPersonInput[] = []
    for await (const people of this.#portions()) again.push(...(await this.#applyPortion(applying, people)))
    // An account's name may have become free in this run.
    for (const person of again) await this.#applyPortion(applying, [person], true)
    for (let at = 0; at < leavers.length; at += PORTION)
      await this.#commit(async (tx) => ({
        report: await applyLeavers(this.#ctx, tx, applying, leavers.slice(at, at + PORTION)),
        deferred: [],
      }))
    if (read.departmentsComplete) {
      const present = new Set(departments.map(({ externalId }) => externalId))
      this.#report.add(await removeVanishedDepartments(this.#ctx, directory, present, running))
    }
    await this.#end('done', async (tx) => {
      await tx.deleteFrom('directory_group').where('directory_id', '=', directory.id).execute()
      if (read.groups.list.length > 0)
        await tx
          .insertInto('directory_group')
          .values(
            read.groups.list.slice(0, GROUPS_KEPT).map((group) => ({ directory_id: directory.id, ...group })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await tx
        .updateTable('directory')
        .set({ cursor: JSON.stringify(read.cursor), synced_at: this.#ctx.now() })
        .where('id', '=', directory.id)
        // Settings that were changed meanwhile need everybody to be read again.
        .where('settings', '=', JSON.stringify(directory.settings) as never)
        .execute()
      await audit(tx, {
        action: 'directory.synced',
        object: { type: 'directory', id: directory.id, name: directory.name },
        detail: { kind: this.#run.kind, ...this.#report.counts },
      })
    })
    await runs.removeOldRuns(this.#ctx.db.reader, directory.id)
  }

  async *#portions(): AsyncGenerator<DirectoryPersonInput[]> {
    for (let after = ''; ; ) {
      const people = await runs.staged(this.#ctx.db.reader, this.#run.id, after, PORTION)
      if (people.length === 0) return
      yield people
      after = people.at(-1)?.externalId ?? after
    }
  }

  /** Together; each by itself where that fails. Answers those whose names others of this directory still have. */
  async #applyPortion(
    applying: Applying,
    people: readonly DirectoryPersonInput[],
    isLast = false,
  ): Promise<readonly DirectoryPersonInput[]> {
    try {
      return await this.#commit((tx) => applyPeople(this.#ctx, tx, applying, people, { isLast }))
    } catch (error) {
      if (error instanceof runs.RunOver) throw error
      if (people.length === 1) {
        this.#ctx.log.error({ err: error, run: this.#run.id }, 'an entry of a directory could not be applied')
        const [person] = people
        const refusal = toRefusal(error) ?? new Refusal('internal')
        this.#report.problem('failed', person?.dn || person?.accountName || '', messageOf(refusal))
        return []
      }
      const again: DirectoryPersonInput[] = []
      for (const person of people) again.push(...(await this.#applyPortion(applying, [person], isLast)))
      return again
    }
  }

  async #commit(work: (tx: Tx) => Promise<AppliedPortion>): Promise<readonly DirectoryPersonInput[]> {
    const { report, deferred } = await this.#ctx.db.transact(async (tx) => {
      await runs.requireRunning(tx, this.#run)
      return work(tx)
    })
    this.#report.add(report)
    return deferred
  }

  async #end(
    state: 'done' | 'waiting',
    finish: (tx: Tx) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await this.#ctx.db.transact(async (tx) => {
      await runs.requireRunning(tx, this.#run)
      await finish(tx)
      await this.#report.save(tx, this.#run.id)
      await tx
        .updateTable('directory_run')
        .set({
          state,
          counts: JSON.stringify(this.#report.counts),
          problems: JSON.stringify(this.#report.problems.slice(0, DIRECTORY_PROBLEMS_MAX)),
          ended_at: this.#ctx.now(),
        })
        .where('id', '=', this.#run.id)
        .execute()
    })
  }

  async #fail(error: unknown): Promise<void> {
    const refusal =
      error instanceof LdapFault ? faultRefusal(error) : (toRefusal(error) ?? new Refusal('internal'))
    if (!(error instanceof LdapFault) && refusal.errorName === 'internal')
      this.#ctx.log.error({ err: error, run: this.#run.id }, 'a run of a directory failed')
    await this.#ctx.db.transact(async (tx) => {
      await runs.requireRunning(tx, this.#run)
      await tx
        .updateTable('directory_run')
        .set({
          state: 'failed',
          error: JSON.stringify({ name: refusal.errorName, details: refusal.details }),
          counts: JSON.stringify(this.#report.counts),
          problems: JSON.stringify(this.#report.problems),
          ended_at: this.#ctx.now(),
        })
        .where('id', '=', this.#run.id)
        .execute()
    })
  }
}

/** For the choice of roles on the page. */
const GROUPS_KEPT = 1000
