import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { pinyinOf, pinyinOfPerson } from '../../tree/pinyin.ts'
import { indexContents } from './content/index-contents.ts'
import { removeUnusedTexts } from './content/index-store.ts'

const BATCH = 2000

export const searchJobs = (ctx: Context): JobQueue[] => [
  { name: 'compute-pinyin', cron: '* * * * *', run: () => computeAllPinyin(ctx) },
  { name: 'index-contents', everySeconds: 5, run: () => indexContents(ctx) },
  {
    name: 'remove-unused-texts',
    cron: '35 * * * *',
    run: async () => void (await removeUnusedTexts(ctx.db.reader)),
  },
]

async function computeAllPinyin(ctx: Context): Promise<void> {
  await computePinyin(ctx)
  await computePinyinOfPeople(ctx)
}

/** The same of people, departments and groups, of which there are few enough for one statement each. */
export async function computePinyinOfPeople(ctx: Context): Promise<void> {
  const db = ctx.db.reader
  for (const { id, real_name, user_name } of await db
    .selectFrom('person')
    .select(['id', 'real_name', 'user_name'])
    .where('pinyin', 'is', null)
    .execute())
    await db
      .updateTable('person')
      .set({ pinyin: pinyinOfPerson(real_name, user_name) })
      .where('id', '=', id)
      .where('pinyin', 'is', null)
      .execute()
  for (const table of ['department', 'group'] as const)
    for (const { id, name } of await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('pinyin', 'is', null)
      .execute())
      await db
        .updateTable(table)
        .set({ pinyin: pinyinOf(name) })
        .where('id', '=', id)
        .where('pinyin', 'is', null)
        .execute()
}

/** Computes the pinyin of names that a version without it wrote. */
export async function computePinyin(ctx: Context): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from file where pinyin is null limit ${BATCH}`.execute(ctx.db.reader)
    if (rows.length === 0) return
    // A name that changed meanwhile has its pinyin.
    await sql`
      update file f set pinyin = t.pinyin
      from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => pinyinOf(row.name))}::text[]) as t(id, pinyin)
      where f.id = t.id and f.pinyin is null`.execute(ctx.db.reader)
  }
}
