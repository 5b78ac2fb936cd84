import type { FeedbackFact, FeedbackKind, FeedbackState } from '@clouddisk/contract/feedback'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { folded, foldKeyword } from '../../db/fold-keyword.ts'

/** SQL of feedback. */

export type Facts = Partial<Record<FeedbackFact, string>>

export interface FeedbackRow {
  readonly id: string
  readonly personId: string
  /** The person's name. */
  readonly author: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly facts: Facts
  readonly hasPicture: boolean
  readonly state: FeedbackState
  readonly createdAt: Date
  readonly stateAt: Date
  readonly answer: string
  readonly answeredBy: string | null
}

const COLUMNS = sql`
  f.id, f.person_id as "personId", (select real_name from person where person.id = f.person_id) as author, f.kind, f.text, f.facts, f.state, f.created_at as "createdAt", f.state_at as "stateAt", f.answer,
  exists (select from feedback_picture where feedback_id = f.id) as "hasPicture",
  (select real_name from person where person.id = f.answered_by) as "answeredBy"`

interface Page {
  readonly limit: number
  readonly skip: number
}

export interface NewFeedback {
  readonly id: string
  readonly personId: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly facts: Facts
  readonly at: Date
}

export async function insertFeedback(
  tx: Tx,
  { id, personId, kind, text, facts, at }: NewFeedback,
): Promise<void> {
  await tx
    .insertInto('feedback')
    .values({
      id,
      person_id: personId,
      kind,
      text,
      facts: JSON.stringify(facts),
      created_at: at,
      state_at: at,
    })
    .execute()
}

export async function insertPicture(tx: Tx, feedbackId: string, webp: Buffer): Promise<void> {
  await tx.insertInto('feedback_picture').values({ feedback_id: feedbackId, webp }).execute()
}

/** Calls of the person at the same moment are counted one after the other. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await sql`select from person where id = ${personId}::uuid for no key update`.execute(tx)
}

/** When the person sent feedback since then, the earliest first. */
export async function recent(db: Reader, personId: string, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from feedback
    where person_id = ${personId}::uuid and created_at > ${since}::timestamptz order by created_at`.execute(
    db,
  )
  return rows.map(({ createdAt }) => createdAt)
}

export async function feedbackById(db: Reader, id: string): Promise<FeedbackRow | undefined> {
  const { rows } = await sql<FeedbackRow>`select ${COLUMNS} from feedback f where f.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function lockFeedback(tx: Tx, id: string): Promise<FeedbackRow | undefined> {
  const { rows } = await sql<FeedbackRow>`
    select ${COLUMNS} from feedback f where f.id = ${id}::uuid for update of f`.execute(tx)
  return rows[0]
}

/** @param personId null: of anybody. */
export async function pictureOf(
  db: Reader,
  id: string,
  personId: string | null,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ webp: Buffer }>`
    select p.webp from feedback_picture p join feedback f on f.id = p.feedback_id
    where f.id = ${id}::uuid and (${personId}::uuid is null or f.person_id = ${personId}::uuid)`.execute(db)
  return rows[0]?.webp
}

/** Whose they were, a person for each; at most `limit`. */
export async function deleteUntouched(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    delete from feedback where id = any(array(
      select id from feedback where state_at < ${before}::timestamptz order by id limit ${limit} for update skip locked))
    returning person_id as "personId"`.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function setAnswer(tx: Tx, id: string, answer: string, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('feedback')
    .set({ answer, answered_by: by, state: 'answered', state_at: at })
    .where('id', '=', id)
    .execute()
}

export async function setState(tx: Tx, id: string, state: FeedbackState, at: Date): Promise<void> {
  await tx.updateTable('feedback').set({ state, state_at: at }).where('id', '=', id).execute()
}

export async function pageOfPerson(
  db: Reader,
  personId: string,
  page: Page,
): Promise<{ rows: FeedbackRow[]; total: number }> {
  return paged<FeedbackRow>(db, COLUMNS, sql`from feedback f where f.person_id = ${personId}::uuid`, page)
}

export interface FeedbackOfPerson extends FeedbackRow {
  readonly accountName: string
  readonly departmentName: string | null
}

export interface FeedbackFilter {
  readonly kind: FeedbackKind | undefined
  readonly state: FeedbackState | undefined
  /** "" for all. */
  readonly keyword: string
}

export async function pageOfAll(
  db: Reader,
  { kind, state, keyword }: FeedbackFilter,
  page: Page,
): Promise<{ rows: FeedbackOfPerson[]; total: number }> {
  const key = foldKeyword(keyword)
  const columns = sql`${COLUMNS}, p.account_name as "accountName", d.name as "departmentName"`
  const from = sql`
    from feedback f join person p on p.id = f.person_id left join department d on d.id = p.department_id
    where (${kind ?? null}::text is null or f.kind = ${kind ?? null}::text)
      and (${state ?? null}::text is null or f.state = ${state ?? null}::text)
      and (${keyword} = '' or strpos(p.find_key, ${key}) > 0 or strpos(${folded(sql`f.text`)}, ${key}) > 0)`
  return paged<FeedbackOfPerson>(db, columns, from, page)
}

async function paged<Row>(
  db: Reader,
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  { limit, skip }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<Row>`
      select ${columns} ${from} order by f.created_at desc, f.id desc limit ${limit} offset ${skip}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*) as n ${from}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 }
}
