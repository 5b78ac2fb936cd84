import { type RawBuilder, sql } from 'kysely'

/** Text for searching without case, as `person.find_key` is folded: in all scripts, whatever collation the database has. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(${text} collate "und-x-icu")`

export const foldKeyword = (keyword: string): RawBuilder<string> => folded(sql`${keyword}::text`)
