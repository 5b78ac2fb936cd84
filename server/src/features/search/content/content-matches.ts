import { sql } from 'kysely'
import type { Reader } from '../../../db/database.ts'
import { fold, gramsOfWord } from './grams.ts'
import { snippetOf } from './snippet.ts'

/** What a keyword says about the text in files. */

const WORDS_MAX = 8

export interface ContentKeyword {
  /** Folded; a text has to have all of them. */
  readonly words: readonly string[]
  /** The whole keyword, which is looked for first. */
  readonly phrase: string
  readonly grams: readonly number[]
}

/** Undefined for what is too short to be looked for in texts: one character. */
export function parseContentKeyword(typed: string): ContentKeyword | undefined {
  const phrase = fold(typed.trim()).replace(/\s+/gu, ' ')
  const words = [...new Set(phrase.split(' '))].slice(0, WORDS_MAX)
  const grams = [...new Set(words.flatMap(gramsOfWord))]
  return grams.length > 0 ? { words, phrase, grams } : undefined
}

/** Characters of the text that are read around a match, on each side of its beginning. */
const AROUND = 300

/**
 * The line that matches, by file, of those of the files whose text really has all words. Letters are compared without case by
 * PostgreSQL's rules, Latin ones by the faster rule for ASCII where the words have no others.
 */
export async function snippetsOf(
  db: Reader,
  fileIds: readonly string[],
  { words, phrase }: ContentKeyword,
): Promise<Map<string, string>> {
  const others = phrase.replace(/\p{ASCII}+/gu, '')
  const lower = sql`lower(c.text collate ${sql.raw(others.toUpperCase() === others ? '"C"' : 'name_order')})`
  const { rows } = await sql<{ fileId: string; around: string; offset: number }>`
    with texts as materialized (
      select t.file_id, c.text, ${lower} as folded
      from file_text t join content_text c on c.id = t.content_id where t.file_id = any(${fileIds}::uuid[])
    ), matches as (
      select file_id, text, coalesce(nullif(strpos(folded, ${phrase}), 0), strpos(folded, ${words[0] ?? ''})) as at
      from texts where ${sql.join(
        words.map((word) => sql`strpos(folded, ${word}) > 0`),
        sql` and `,
      )}
    )
    select file_id as "fileId", substr(text, greatest(at - ${AROUND}, 1), ${2 * AROUND}) as around,
      least(at - 1, ${AROUND}) as offset
    from matches`.execute(db)
  return new Map(rows.map(({ fileId, around, offset }) => [fileId, snippetOf(around, offset)]))
}
