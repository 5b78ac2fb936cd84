import { COMMENTS_MAX } from '@clouddisk/contract/comments'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of comments. */

export interface CommentRow {
  readonly id: string
  readonly fileId: string
  readonly authorId: string | null
  readonly text: string
  readonly mentions: readonly string[]
  readonly createdAt: Date
  readonly editedAt: Date | null
}

const columns = [
  'id',
  'file_id as fileId',
  'author_id as authorId',
  'text',
  'mentions',
  'created_at as createdAt',
  'edited_at as editedAt',
] as const

/** The latest first; their ids are in the order of time. */
export async function page(
  db: Reader,
  fileId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<CommentRow[]> {
  let query = db
    .selectFrom('comment')
    .select(columns)
    .where('file_id', '=', fileId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.execute()
}

export async function countOf(db: Reader, fileId: string): Promise<number> {
  const row = await db
    .selectFrom('comment')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const byId = (db: Reader, id: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comment').select(columns).where('id', '=', id).executeTakeFirst()

export const lockedById = (tx: Tx, id: string): Promise<CommentRow | undefined> =>
  tx.selectFrom('comment').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Keeps a file from being purged until the transaction ends. */
export async function lockFile(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('file').select('id').where('id', '=', id).forKeyShare().execute()
}

type NewComment = Pick<CommentRow, 'id' | 'fileId' | 'text' | 'mentions' | 'createdAt'> & { authorId: string }

/** Undefined if the file has as many comments as it may have. */
export async function insert(tx: Tx, comment: NewComment): Promise<CommentRow | undefined> {
  const { id, fileId, authorId, text, mentions, createdAt } = comment
  const { rows } = await sql<{ id: string }>`
    insert into comment (id, file_id, author_id, text, mentions, created_at)
    select ${id}::uuid, ${fileId}::uuid, ${authorId}::uuid, ${text}, ${mentions}::uuid[], ${createdAt}::timestamptz
    where (select count(*) from comment where file_id = ${fileId}::uuid) < ${COMMENTS_MAX}
    returning id`.execute(tx)
  return rows.length > 0 ? { ...comment, editedAt: null } : undefined
}

export async function update(
  tx: Tx,
  id: string,
  { text, mentions, editedAt }: Pick<CommentRow, 'text' | 'mentions'> & { editedAt: Date },
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ text, mentions: [...mentions], edited_at: editedAt })
    .where('id', '=', id)
    .execute()
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('comment').where('id', '=', id).execute()
}

const COMMENTERS_MAX = 200

/** Who made the file, who owns the space that it lies in, and who commented on it before. */
export async function peopleConcerned(tx: Tx, fileId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.created_by as id from file f where f.id = ${fileId}::uuid
    union
    select s.person_id from file f join space s on s.id = f.space_id
    where f.id = ${fileId}::uuid and s.person_id is not null
    union
    (select c.author_id from comment c where c.file_id = ${fileId}::uuid and c.author_id is not null
     group by c.author_id order by max(c.id::text) desc limit ${COMMENTERS_MAX})`.execute(tx)
  return rows.map(({ id }) => id)
}
