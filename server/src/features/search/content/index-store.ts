import { type RawBuilder, sql } from 'kysely'
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
  const another = sql`
    select t.content_id, t.grams from content_text c join file_text t on t.content_id = c.id
    where c.sha256 = ${file.sha256} and c.size = ${file.size} limit 1`
  const isKnown = await index(tx, file, another)
  if (isKnown) await dequeue(tx, file)
  return isKnown
}

export async function indexText(tx: Tx, file: QueuedFile, { text, grams }: ExtractedText): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into content_text (id, sha256, size, text) values (${newId()}, ${file.sha256}, ${file.size}, ${text})
    on conflict (sha256, size) do update set text = excluded.text returning id`.execute(tx)
  // One text is read much faster than an array of so many numbers.
  await index(
    tx,
    file,
    sql`select ${rows[0]?.id}::uuid as content_id, ${`{${grams.join()}}`}::integer[] as grams`,
  )
  await dequeue(tx, file)
}

/**
 * The row of the file comes first, then its place in the queue: in the order in which whoever changes the file locks them.
 * Returns whether `text` has a row.
 */
async function index(tx: Tx, { fileId, versionId }: QueuedFile, text: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with source as (${text}), indexed as (
      insert into file_text (file_id, space_id, version_id, content_id, grams)
      select f.id, f.space_id, f.version_id, source.content_id, source.grams from file f cross join source
      where f.id = ${fileId} and f.version_id = ${versionId}
      on conflict (file_id) do update set space_id = excluded.space_id, version_id = excluded.version_id,
        content_id = excluded.content_id, grams = excluded.grams
    )
    select exists (select from source) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Texts of contents that are no file's current one. */
export const removeUnusedTexts = (db: Reader) =>
  sql`delete from content_text c where not exists (select from file_text t where t.content_id = c.id)`.execute(
    db,
  )

/** Takes files off the index, and queues them. Returns how many; their texts are removed with the last of them. */
export async function removeSome(db: Reader, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from file_text where file_id in (select file_id from file_text order by file_id limit ${limit})
      returning file_id
    ), queued as (
      insert into text_queue (file_id) select r.file_id from removed r join file f on f.id = r.file_id
      on conflict (file_id) do nothing
    )
    select count(*) as count from removed`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count < limit) await removeUnusedTexts(db)
  return count
}
