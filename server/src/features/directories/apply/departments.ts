import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { batchesOf, type Tx } from '../../../db/database.ts'
import { currentRequestContext } from '../../../db/request-context.ts'
import { withDepartmentLock } from '../../directory/departments.ts'
import {
  removeSyncedDepartment,
  syncDepartments,
  type WantedDepartment,
} from '../../directory/synced-departments.ts'
import type { DirectoryDepartmentInput } from './department-input.ts'
import { messageOf } from './people.ts'
import { Report } from './report.ts'

/** Makes the departments of a directory what it says; all in one transaction, so that they may exchange names and places. */

export interface ApplyingDepartments {
  readonly id: string
  readonly code: string
  readonly settings: Pick<DirectorySettings, 'departmentParentId' | 'takeOver'>
}

interface KnownDepartment {
  readonly externalId: string
  readonly departmentId: string
  readonly dn: string
}

/**
 * @param departments parents first
 * @param requireRunning throws if the run is over, within the transaction
 */
export function applyDepartments(
  ctx: Context,
  directory: ApplyingDepartments,
  departments: readonly DirectoryDepartmentInput[],
  requireRunning: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Report> {
  return withDepartmentLock(ctx, async (tx) => {
    await requireRunning(tx)
    const report = new Report()
    const known = await knownDepartments(tx, directory.id)
    const wanted = wantedDepartments(departments, known)
    const linked = await linkedDepartments(tx)
    const { ids, created, changed, misplaced } = await syncDepartments(tx, wanted, {
      rootId: directory.settings.departmentParentId,
      directory: directory.code,
      actorId: currentRequestContext()?.actor?.id ?? null,
      mayAdopt: (id) => directory.settings.takeOver && !linked.has(id),
    })
    await saveAll(tx, directory.id, departments, ids)
    const byId = new Map(departments.map((department) => [department.externalId, department]))
    report.count('departments', departments.length)
    for (const [kind, keys] of [
      ['created', created],
      ['changed', changed],
    ] as const)
      for (const externalId of keys) {
        const { name = '', dn = '' } = byId.get(externalId) ?? {}
        report.change({ subject: 'department', kind, externalId, name, detail: { dn } })
      }
    for (const [externalId, refusal] of misplaced) {
      const { name = '', dn = '' } = byId.get(externalId) ?? {}
      if (refusal) report.problem('departmentRefused', dn || name, messageOf(refusal))
      else report.problem('departmentDeep', dn || name)
    }
    return report
  })
}

/** A department that was made anew at the same place is the one of before, with its people, groups and shares. */
export function wantedDepartments(
  departments: readonly DirectoryDepartmentInput[],
  known: readonly KnownDepartment[],
): WantedDepartment[] {
  const present = new Set(departments.map(({ externalId }) => externalId))
  const byId = new Map(known.map((one) => [one.externalId, one.departmentId]))
  const goneByDn = new Map(
    known
      .filter(({ externalId, dn }) => !present.has(externalId) && dn !== '')
      .map((one) => [one.dn, one.departmentId]),
  )
  return departments.map(({ externalId, parent, name, dn }) => ({
    key: externalId,
    id: byId.get(externalId) ?? goneByDn.get(dn) ?? null,
    parentKey: parent,
    name,
  }))
}

export const knownDepartments = (tx: Tx, directoryId: string): Promise<KnownDepartment[]> =>
  tx
    .selectFrom('directory_department')
    .select(['external_id as externalId', 'department_id as departmentId', 'dn'])
    .where('directory_id', '=', directoryId)
    .execute()

async function linkedDepartments(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('directory_department').select('department_id').execute()
  return new Set(rows.map(({ department_id }) => department_id))
}

async function saveAll(
  tx: Tx,
  directoryId: string,
  departments: readonly DirectoryDepartmentInput[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const batch of batchesOf(departments)) {
    const departmentIds = batch.map(({ externalId }) => ids.get(externalId))
    const externalIds = batch.map(({ externalId }) => externalId)
    await sql`
      delete from directory_department where department_id = any(${departmentIds}::uuid[])
        and not (directory_id = ${directoryId} and external_id = any(${externalIds}::text[]))`.execute(tx)
    await sql`
      insert into directory_department (directory_id, external_id, department_id, dn)
      select ${directoryId}, u.* from unnest(${externalIds}::text[], ${departmentIds}::uuid[],
        ${batch.map(({ dn }) => dn)}::text[]) u
      on conflict (directory_id, external_id) do update set department_id = excluded.department_id, dn = excluded.dn, gone = false`.execute(
      tx,
    )
  }
}

/** Those that the directory has no more: removed where nobody uses them, the deepest first. */
export async function removeVanishedDepartments(
  ctx: Context,
  directory: Pick<ApplyingDepartments, 'id' | 'code'>,
  present: ReadonlySet<string>,
  requireRunning: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Report> {
  const report = new Report()
  const { rows } = await sql<{ externalId: string; departmentId: string; name: string; dn: string }>`
    with recursive tree as (
      select id, 0 as depth from department where parent_id is null
      union all
      select d.id, tree.depth + 1 from tree join department d on d.parent_id = tree.id where tree.depth < 100
    )
    select m.external_id as "externalId", m.department_id as "departmentId", d.name, m.dn
    from directory_department m join department d on d.id = m.department_id join tree on tree.id = d.id
    where m.directory_id = ${directory.id} order by tree.depth desc, d.id`.execute(ctx.db.reader)
  for (const { externalId, departmentId, name, dn } of rows) {
    if (present.has(externalId)) continue
    const removed = await withDepartmentLock(ctx, async (tx) => {
      await requireRunning(tx)
      const actorId = currentRequestContext()?.actor?.id ?? null
      const gone = await removeSyncedDepartment(ctx, tx, departmentId, { directory: directory.code, actorId })
      if (!gone)
        await tx
          .updateTable('directory_department')
          .set({ gone: true })
          .where('directory_id', '=', directory.id)
          .where('external_id', '=', externalId)
          .execute()
      return gone
    })
    report.change({
      subject: 'department',
      kind: removed ? 'removed' : 'kept',
      externalId,
      name,
      detail: { dn },
    })
    if (!removed) report.problem('departmentKept', dn || name)
  }
  return report
}
