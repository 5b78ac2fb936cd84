import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { DepartmentPaths } from '../apply/department-paths.ts'
import { removeVanishedDepartments } from '../apply/departments.ts'
import * as directories from '../store.ts'
import { isThere } from './user-store.ts'

/** Daily: removes departments of SCIM directories that no user of theirs names any more. Those that are in use here otherwise become local. */
export async function removeEmptyDepartments(ctx: Context): Promise<void> {
  for (const directory of await directories.directories(ctx.db.reader)) {
    const { id, protocol, settings } = directory
    if (protocol !== 'scim') continue
    const { rows } = await sql<{ department: string }>`
      select distinct u.resource ->> 'department' as department from scim_user u
      where u.directory_id = ${id} and u.resource ? 'department' and ${isThere}`.execute(ctx.db.reader)
    const paths = new DepartmentPaths(settings.departmentSeparator)
    if (settings.departmentMode !== 'none') for (const { department } of rows) paths.add(department)
    // No user comes in between: each is saved while the directory is locked.
    await removeVanishedDepartments(ctx, directory, new Set(paths.byId.keys()), async (tx) => {
      await directories.lockDirectory(tx, id)
    })
  }
}
