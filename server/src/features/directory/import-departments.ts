import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { departmentKey, departmentsByWay } from './department-store.ts'
import { create } from './departments.ts'
import type { CheckedRow, DepartmentWay } from './import-rows.ts'

/** Departments that the rows of a workbook name and that there are not. */

/** Each once, behind those above it. */
export function missingWays(rows: readonly CheckedRow[]): DepartmentWay[] {
  const ways = new Map<string, DepartmentWay>()
  for (const way of rows.flatMap(({ missing = [] }) => missing)) {
    const key = departmentKey(way)
    if (!ways.has(key)) ways.set(key, way)
  }
  return [...ways.values()]
}

/** Makes them, and puts the people of the rows into them; rows whose department was refused say why. */
export async function createMissing(
  ctx: Context,
  actor: Actor,
  rows: readonly CheckedRow[],
  ways: readonly DepartmentWay[],
): Promise<CheckedRow[]> {
  if (ways.length === 0) return [...rows]
  const refusals = new Map<string, Refusal>()
  // Somebody else may make the same ones at the same time.
  let ids = await departmentsByWay(ctx.db.reader)
  for (const way of ways) {
    const [key, above] = [departmentKey(way), departmentKey(way.slice(0, -1))]
    if (ids.has(key)) continue
    const refused = refusals.get(above)
    if (refused) refusals.set(key, refused)
    else
      try {
        await create(ctx, actor, { departmentName: way.at(-1) ?? '', parentId: ids.get(above) ?? '0' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.refused !== 'name_taken') refusals.set(key, notMade(way))
      }
    ids = await departmentsByWay(ctx.db.reader)
  }
  return rows.map((row) => placed(row, ids, refusals))
}

const notMade = (way: DepartmentWay): Refusal =>
  new Refusal('bad_field', {
    field: 'departmentId',
    reason: 'unknown_value',
    value: way.join('/'),
    bounded: true,
  })

function placed(
  row: CheckedRow,
  ids: ReadonlyMap<string, string>,
  refusals: ReadonlyMap<string, Refusal>,
): CheckedRow {
  const way = row.missing?.at(-1)
  if (!way || !row.person) return row
  const key = departmentKey(way)
  const departmentId = ids.get(key)
  if (departmentId === undefined)
    return { ...row, person: undefined, faults: [refusals.get(key) ?? notMade(way)] }
  const set = { ...row.person.set, department_id: departmentId }
  return { ...row, person: { ...row.person, departmentId, set } }
}
