import type { Reader } from '../db/database.ts'

/** Who edits a file online. */
export interface OnlineEditor {
  readonly userId: string
  readonly user: string
  readonly since: Date
}

/** Who has begun to edit the file in an Office server that still holds its lock. */
export const onlineEditorOf = (db: Reader, fileId: string, now: Date): Promise<OnlineEditor | undefined> =>
  db
    .selectFrom('edit_lock as l')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .select(['p.id as userId', 'p.real_name as user', 'l.locked_at as since'])
    .where('l.file_id', '=', fileId)
    .where('l.expires_at', '>', now)
    .executeTakeFirst()
