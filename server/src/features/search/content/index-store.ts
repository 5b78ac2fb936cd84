import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { BlobState } from '../../../db/blob-state.ts'
import type { Reader, Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import type { ContentHash } from '../../../renditions/types.ts'
import type { ExtractedText } from './text-task.ts'

/** SQL of the index of contents. */

export interface QueuedFile extends ContentHash {
  readonly fileId: string
  readonly queuedAt: string
  readonly versionId: string
  readonly ext: string
  readonly state: BlobState
}

/** Files whose text is to be read, the newest first. */
export async function selectDue(db: Reader, limit: number): Promise<QueuedFile[]> {
  const { rows } = await sql<QueuedFile>`
    select q.file_id as "fileId", q.queued_at::text as "queuedAt", v.id as "versionId", f.ext, b.sha256, b.size, b.state
    from (select * from text_queue where due_at <= now() order by due_at desc limit ${limit}) q
      join file f on f.id = q.file_id join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
    order by q.due_at desc`.execute(db)
  return rows
}

/** Takes files off the queue that have no text, with the text that they had. */
export async function removeFiles(tx: Tx, files: readonly QueuedFile[]): Promise<void> {
  await sql`delete from file_text where file_id = any(${files.map(({ fileId }) => fileId)}::uuid[])`.execute(
    tx,
  )
  for (const file of files) await dequeue(tx, file)
}

/** Unless it was queued again meanwhile. */
const dequeue = (tx: Tx, { fileId, queuedAt }: QueuedFile) =>
  sql`delete from text_queue where file_id = ${fileId} and queued_at = ${queuedAt}::timestamptz`.execute(tx)

export const postpone = (db: Reader, { fileId, queuedAt }: QueuedFile, seconds: number) =>
  sql`update text_queue set due_at = now() + make_interval(secs => ${seconds})
    where file_id = ${fileId} and queued_at = ${queuedAt}::timestamptz`.execute(db)

/** Indexes a file by the text of another with the same content. False if there is none. */
export async function indexLikeAnother(tx: Tx, file: QueuedFile): Promise<boolean> {
  const { rows } = await sql<{ contentId: string; grams: number[] }>`
    select t.content_id as "contentId", t.grams from content_text c join file_text t on t.content_id = c.id
    where c.sha256 = ${file.sha256} and c.size = ${file.size} limit 1`.execute(tx)
  const [like] = rows
  if (!like) return false
  await index(tx, file, like.contentId, like.grams)
  return true
}

export async function indexText(tx: Tx, file: QueuedFile, { text, grams }: ExtractedText): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into content_text (id, sha256, size, text) values (${newId()}, ${file.sha256}, ${file.size}, ${text})
    on conflict (sha256, size) do update set text = excluded.text returning id`.execute(tx)
  await index(tx, file, rows[0]?.id ?? '', grams)
}

/** The row of the file first, then its place in the queue: in the order in which whoever changes the file locks them. */
async function index(tx: Tx, file: QueuedFile, contentId: string, grams: readonly number[]): Promise<void> {
  await sql`
    insert into file_text (file_id, space_id, version_id, content_id, grams)
    select id, space_id, version_id, ${contentId}, ${grams}::integer[] from file
    where id = ${file.fileId} and version_id = ${file.versionId}
    on conflict (file_id) do update set space_id = excluded.space_id, version_id = excluded.version_id,
      content_id = excluded.content_id, grams = excluded.grams`.execute(tx)
  await dequeue(tx, file)
}

/** Texts of contents that are no file's current one. */
export const removeUnusedTexts = (db: Reader) =>
  sql`delete from content_text c where not exists (select from file_text t where t.content_id = c.id)`.execute(
    db,
  )

/** Removes texts, and queues their files. Returns how many. */
export async function removeSomeTexts(ctx: Context, limit: number): Promise<number> {
  const { rows } = await sql`
    with removed as (
      delete from file_text where file_id in (select file_id from file_text limit ${limit}) returning file_id
    )
    insert into text_queue (file_id) select r.file_id from removed r join file f on f.id = r.file_id
    on conflict (file_id) do nothing returning file_id`.execute(ctx.db.reader)
  await removeUnusedTexts(ctx.db.reader)
  return rows.length
}
