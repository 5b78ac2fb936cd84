import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { pinyinPattern } from '../../tree/pinyin.ts'

/** SQL of people who may be mentioned. */

/**
 * People with an entry on one of these folders, by themselves, their department or a group, whose name or account fits; those
 * that begin with the keyword first. What they may do is decided by the caller.
 */
export async function candidates(
  db: Reader,
  path: readonly string[],
  { keyword, without, limit, now }: { keyword: string; without: string; limit: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where p.id in (select people_of(array(
        select g.principal_id from file_grant g where g.file_id = any(${path}::uuid[])
          and (g.expires_at is null or g.expires_at > ${now}::timestamptz))))
      and p.id <> ${without}::uuid and (p.valid_until is null or p.valid_until > ${now}::timestamptz)
      and (${keyword} = '' or strpos(p.find_key, lower(${keyword}::text collate "und-x-icu")) > 0
        or p.pinyin like ${pinyinPattern(keyword)})
    order by ${keyword} <> '' and strpos(chr(10) || p.find_key, chr(10) || lower(${keyword}::text collate "und-x-icu")) = 0,
      p.real_name collate name_order, p.id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
