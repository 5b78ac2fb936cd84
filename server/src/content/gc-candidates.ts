import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import { isId } from '../db/ids.ts'
import type { Answering } from '../objects/availability.ts'
import type { ObjectStat, ObjectStore } from '../objects/port.ts'
import { unnamed } from '../objects/scrub.ts'

/** What time has made superfluous: jobs.ts removes it, and whoever asks is told of it before. */

const A_STEP = 500
const DAY_MS = 24 * 3600 * 1000
/** Content that nobody names any more is kept this long: somebody may be reading it. */
const CONTENT_GRACE_MS = DAY_MS
/** Younger bytes without a row may be about to get one. */
const STRAY_GRACE_MS = DAY_MS
/** Somebody who put the wrong database beside these bytes has this long to notice. */
const STRAYS_KEPT_MS = 30 * DAY_MS

const ago = (ctx: Context, ms: number): Date => new Date(ctx.now().getTime() - ms)

/** Whether what an upload brought is content, or waits to be read or removed as what is loose. */
export async function isKept({ db }: Context, bucket: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`
    select exists (select from blob where key = ${key})
      or exists (select from loose_object where bucket = ${bucket} and key = ${key}) as "isKept"`.execute(
    db.reader,
  )
  return rows[0]?.isKept ?? true
}

export interface Unreachable {
  readonly id: string
  readonly bucket: string
  readonly key: string
  readonly size: number
  readonly since: Date
}

/** Content that no version names, in buckets that answer. */
export async function* contentDue(ctx: Context, answering: Answering): AsyncIterable<Unreachable> {
  const before = ago(ctx, CONTENT_GRACE_MS)
  for (let after = ''; ; ) {
    const { rows } = await sql<Unreachable>`
      select id, bucket, key, size, unreachable_since as since from blob
      where unreachable_since < ${before} and id::text > ${after} and bucket = any(${[...answering.buckets]}::text[])
      order by id::text limit ${A_STEP}`.execute(ctx.db.reader)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

export interface Stray {
  readonly key: string
  readonly bytes: number
  readonly since: Date
}

/** Bytes of a bucket that neither an upload nor content names, and that are not just arriving. */
export async function* straysDue(ctx: Context, objects: ObjectStore): AsyncIterable<Stray> {
  for await (const step of inSteps(oldOnes(objects, ago(ctx, STRAY_GRACE_MS)))) {
    const keys = new Set(
      await unnamed(
        ctx.db.reader,
        objects.bucket,
        step.map(({ key }) => key),
      ),
    )
    for (const stray of step) if (keys.has(stray.key)) yield stray
  }
}

async function* oldOnes(objects: ObjectStore, before: Date): AsyncIterable<Stray> {
  for await (const { key, allocated, changedAt } of objects.incoming())
    if (changedAt < before && isId(key)) yield { key, bytes: allocated, since: changedAt }
  for await (const { key, size, changedAt } of objects.objects())
    if (changedAt < before && isId(key)) yield { key, bytes: size, since: changedAt }
}

async function* inSteps<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
  let step: T[] = []
  for await (const item of items) {
    step.push(item)
    if (step.length < A_STEP) continue
    yield step
    step = []
  }
  if (step.length > 0) yield step
}

/** What was put aside on days that were over before this goes for good. */
export const asideUntil = (ctx: Context): Date => ago(ctx, STRAYS_KEPT_MS)

/** Whether it was put aside so long ago that it goes for good. */
export const isAsideDue = (ctx: Context, { changedAt }: Pick<ObjectStat, 'changedAt'>): boolean =>
  changedAt.getTime() + DAY_MS <= asideUntil(ctx).getTime()

/** What was put aside so long ago that it goes for good. */
export async function* asideDue(ctx: Context, objects: ObjectStore): AsyncIterable<Stray> {
  for await (const stray of objects.strays())
    if (isAsideDue(ctx, stray)) yield { key: stray.key, bytes: stray.size, since: stray.changedAt }
}

/** So many objects, and their bytes. */
export interface Share {
  readonly objects: number
  readonly bytes: number
}
export const NOTHING: Share = { objects: 0, bytes: 0 }

export interface Waiting {
  /** Nobody finished them in time; bytes: what was set aside for them, since rows do not say how much of it came. */
  readonly uploads: Share
  /** Content that no version names, for however long. */
  readonly content: Share
  /** As far as the last sweep saw. */
  readonly aside: Share
}

/** What is to be removed by and by, as rows say it: no store is asked. */
export async function waiting({ db, now, stores }: Context): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select ${share('upload', sql`state = 'open' and expires_at <= ${now()}`, stores.buckets)} as uploads,
      ${share('blob', sql`unreachable_since is not null`, stores.buckets)} as content,
      (select json_build_object('objects', coalesce(sum(objects), 0), 'bytes', coalesce(sum(bytes), 0))
        from strays_aside where bucket = any(${stores.buckets}::text[])) as aside`.execute(db.reader)
  return rows[0] ?? { uploads: NOTHING, content: NOTHING, aside: NOTHING }
}

const share = (table: 'upload' | 'blob', which: RawBuilder<unknown>, buckets: readonly string[]) => sql`
  (select json_build_object('objects', count(*), 'bytes', coalesce(sum(size), 0))
    from ${sql.table(table)} where ${which} and bucket = any(${[...buckets]}::text[]))`
