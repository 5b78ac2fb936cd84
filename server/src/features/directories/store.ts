import type { DirectoryProtocol, DirectorySettings } from '@clouddisk/contract/directory-settings'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import type { DirectoryCursor } from '../../db/schema.ts'
import { refuseNotFound } from '../../errors/refusal.ts'

/** SQL of directories. */

export interface Directory {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly protocol: DirectoryProtocol
  readonly settings: DirectorySettings
  readonly password: Buffer | null
  readonly enabled: boolean
  readonly cursor: DirectoryCursor | null
  readonly syncedAt: Date | null
}

const columns = [
  'id',
  'code',
  'name',
  'protocol',
  'settings',
  'password',
  'enabled',
  'cursor',
  'synced_at as syncedAt',
] as const

export const directories = (db: Reader): Promise<Directory[]> =>
  db.selectFrom('directory').select(columns).orderBy('code_key').execute()

export async function directoryById(db: Reader, id: string): Promise<Directory> {
  const row = isId(id)
    ? await db.selectFrom('directory').select(columns).where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined
  return row ?? refuseNotFound('directory')
}

/** Held until the transaction ends. */
export async function lockDirectory(tx: Tx, id: string): Promise<Directory> {
  if (!isId(id)) return refuseNotFound('directory')
  const row = await tx
    .selectFrom('directory')
    .select(columns)
    .where('id', '=', id.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuseNotFound('directory')
}

export interface DirectorySizes {
  readonly id: string
  readonly people: number
  readonly departments: number
}

/** People that are there, and departments. */
export async function sizes(db: Reader): Promise<ReadonlyMap<string, DirectorySizes>> {
  const { rows } = await sql<DirectorySizes>`
    select d.id,
      (select count(*) from directory_person p where p.directory_id = d.id and p.left_at is null) as people,
      (select count(*) from directory_department m where m.directory_id = d.id) as departments
    from directory d`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
