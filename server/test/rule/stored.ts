import type { Reader, Tx } from '../../src/db/database.ts'
import { newId } from '../../src/db/ids.ts'
import type { ModelFile, ModelWorld } from './model.ts'
import { wayUp } from './model.ts'
import type { Step } from './plan.ts'

/** A planned world in a real database; every run has ids of its own, so that none disturbs another. */
export interface Stored {
  /** By key. */
  readonly ids: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
  take(db: Reader, step: Step): Promise<void>
}

/** Within a transaction: a space and its root name each other. */
export async function store(db: Tx, world: ModelWorld, asOf: Date): Promise<Stored> {
  const { departments, people, groups, files } = world
  const all = [...departments, ...people, ...files, ...groups]
  const ids = new Map(all.map(({ key }) => [key, newId()]))
  const id = (key: string): string => ids.get(key) ?? ''
  for (const { key, parent } of departments)
    await db
      .insertInto('department')
      .values({
        id: id(key),
        parent_id: parent ? id(parent.key) : null,
        name: key,
        name_key: id(key),
        total: null,
      })
      .execute()
  await db
    .insertInto('person')
    .values(
      people.map(({ key, department }) => ({
        id: id(key),
        account_name: id(key),
        account_key: id(key),
        real_name: key,
        password_hash: '',
        department_id: department ? id(department.key) : null,
        speed_limit: null,
      })),
    )
    .execute()
  await storeRoles(db, world, id)
  const spaces = new Map<string, string>()
  for (const file of files.filter((one) => one.root)) {
    const group = groups.find((one) => one.root === file)
    const spaceId = group ? id(group.key) : newId()
    spaces.set(file.key, spaceId)
    await db
      .insertInto('space')
      .values({
        id: spaceId,
        kind: group ? 'group' : 'person',
        person_id: group ? null : id(file.key.slice(1)),
        root_id: id(file.key),
        total: null,
        department_id: file.root?.department ? id(file.root.department.key) : null,
        read_only: file.root?.dissolving ?? false,
      })
      .execute()
  }
  const maker = id(people[0]?.key ?? '')
  for (const file of files)
    await db
      .insertInto('file')
      .values({
        id: id(file.key),
        space_id: spaces.get(wayUp(file)?.at(-1)?.key ?? '') ?? '',
        parent_id: file.parent ? id(file.parent.key) : null,
        is_folder: true,
        name: file.key,
        name_key: file.key,
        pinyin: '',
        version_id: null,
        created_by: maker,
        updated_by: maker,
      })
      .execute()
  await storeEntries(db, files, id, asOf)
  return {
    ids,
    keys: new Map([...ids].map(([key, one]) => [one, key])),
    take: (reader, step) => take(reader, step, id),
  }
}

async function storeRoles(db: Reader, { people }: ModelWorld, id: (key: string) => string): Promise<void> {
  for (const { key, roles, reach } of people) {
    for (const preset of roles)
      await db
        .insertInto('person_role')
        .values({ person_id: id(key), preset, role_id: null })
        .execute()
    for (const { departments, below, items } of reach) {
      const roleId = newId()
      await db
        .insertInto('role')
        .values({
          id: roleId,
          name: roleId,
          name_key: roleId,
          type: 'advanced',
          permissions: [...items],
          admin: null,
          scope: below ? 'subtree' : 'current',
          department_ids: departments.map((one) => id(one.key)),
        })
        .execute()
      await db
        .insertInto('person_role')
        .values({ person_id: id(key), preset: null, role_id: roleId })
        .execute()
    }
  }
}

const TYPES = { p: 'person', d: 'department', g: 'group' } as const

async function storeEntries(
  db: Reader,
  files: readonly ModelFile[],
  id: (key: string) => string,
  asOf: Date,
): Promise<void> {
  const past = new Date(asOf.getTime() - 1000)
  const rows = files.flatMap((file) =>
    [...file.entries].map(([principal, { role, expired, member }]) => ({
      file_id: id(file.key),
      principal_type: TYPES[principal[0] as keyof typeof TYPES],
      principal_id: id(principal),
      role,
      source: member ? ('member' as const) : file.root ? ('owner' as const) : ('entry' as const),
      expires_at: expired ? past : null,
    })),
  )
  await db.insertInto('file_grant').values(rows).execute()
}

async function take(db: Reader, step: Step, id: (key: string) => string): Promise<void> {
  if (step.kind === 'transfer') {
    const departmentId = step.department === undefined ? null : id(step.department)
    await db
      .updateTable('person')
      .set({ department_id: departmentId })
      .where('id', '=', id(step.person))
      .execute()
    return
  }
  const parentId = step.kind === 'move' ? id(step.to) : null
  await db.updateTable('file').set({ parent_id: parentId }).where('id', '=', id(step.file)).execute()
}
