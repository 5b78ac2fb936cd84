import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import { peopleScope } from './admin-scope.ts'
import { departmentKey, departmentsByPath } from './department-store.ts'
import { createIn, withDepartmentLock } from './departments.ts'
import type { CheckedRow, DepartmentNames } from './import-rows.ts'

/** Departments that the rows of a workbook name and that there are not. */

/** Each once, behind those above it. */
export function missingDepartmentPaths(rows: readonly CheckedRow[]): DepartmentNames[] {
  const paths = new Map<string, DepartmentNames>()
  for (const way of rows.flatMap(({ missing = [] }) => missing)) {
    const key = departmentKey(way)
    if (!paths.has(key)) paths.set(key, way)
  }
  return [...paths.values()]
}

/** Makes them, and puts the people of the rows into them; rows whose department was refused say why. */
export async function createMissingDepartments(
  ctx: Context,
  actor: Actor,
  rows: readonly CheckedRow[],
  paths: readonly DepartmentNames[],
): Promise<CheckedRow[]> {
  if (paths.length === 0) return [...rows]
  const refused = new Set<string>()
  for (const tree of groupByTopDepartment(paths))
    try {
      await createTree(ctx, actor, tree)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const way of tree) refused.add(departmentKey(way))
    }
  const ids = await departmentsByPath(ctx.db.reader)
  return rows.map((row) => withDepartment(row, ids, refused))
}

/** Those below a missing one are in its tree; each tree begins with its topmost. */
function groupByTopDepartment(paths: readonly DepartmentNames[]): DepartmentNames[][] {
  const trees = new Map<string, DepartmentNames[]>()
  for (const way of paths) {
    const tree = trees.get(departmentKey(way.slice(0, -1))) ?? []
    tree.push(way)
    trees.set(departmentKey(way), tree)
  }
  return [...new Set(trees.values())]
}

/** All of a tree or, where one of it is refused, none. */
async function createTree(ctx: Context, actor: Actor, tree: readonly DepartmentNames[]): Promise<void> {
  const scope = peopleScope(actor, 'change')
  await withDepartmentLock(ctx, async (tx) => {
    // Somebody else may have made the same ones.
    const ids = new Map(await departmentsByPath(tx))
    // The request's own scope does not know what is made here.
    const made = new Set<string>()
    for (const way of tree) {
      if (ids.has(departmentKey(way))) continue
      const parentId = ids.get(departmentKey(way.slice(0, -1))) ?? '0'
      const within = scope === 'all' ? scope : new Set([...scope, ...made])
      const { departmentId } = await createIn(tx, actor, within, {
        departmentName: way.at(-1) ?? '',
        parentId,
      })
      ids.set(departmentKey(way), departmentId)
      made.add(departmentId)
    }
  })
}

const notCreatedFault = (way: DepartmentNames): Refusal =>
  new Refusal('bad_field', {
    field: 'departmentId',
    reason: 'unknown_value',
    value: way.join('/'),
    bounded: true,
  })

function withDepartment(
  row: CheckedRow,
  ids: ReadonlyMap<string, string>,
  refused: ReadonlySet<string>,
): CheckedRow {
  const way = row.missing?.at(-1)
  if (!way || !row.person) return row
  const key = departmentKey(way)
  const departmentId = ids.get(key)
  if (departmentId === undefined || refused.has(key))
    return { ...row, person: undefined, faults: [notCreatedFault(way)] }
  const set = { ...row.person.set, department_id: departmentId }
  return { ...row, person: { ...row.person, departmentId, set } }
}
