import { newId } from '@clouddisk/server/db/ids'
import { gramsOfText } from '@clouddisk/server/features/search/content/grams'
import type { Pool } from 'pg'
import { LIBRARY_GROUPS } from './library.ts'

/** Texts of some hundred words, two thirds of them Chinese, for the first files of each group of the library. */

export const TEXTS = 20_000
const OF_A_GROUP = TEXTS / LIBRARY_GROUPS
const BATCH = 200
const VOCABULARY = 20_000

export interface Texts {
  /** Words of the reader's texts. */
  readonly words: readonly string[]
}

/** @param personId the reader, who is a member of one group. */
export async function fillTexts(pool: Pool, personId: string): Promise<Texts> {
  // Nothing is indexed beside what is measured.
  await pool.query('delete from text_queue')
  await pool.query(
    `insert into instance_metadata (name, value) values ('content_search', 'true')
     on conflict (name) do update set value = 'true'`,
  )
  const { rows } = await pool.query<{ id: string; space: string; version: string; own: boolean }>(
    `select id, space_id as space, version_id as version, exists (
       select from file_grant g join space s on s.root_id = g.file_id
       where s.id = f.space_id and g.principal_id = $2 and g.source = 'member') as own
     from (
       select *, row_number() over (partition by space_id order by id) as nth from file
       where not is_folder and space_id in (select id from space where kind = 'group')
     ) f where nth <= $1 order by nth`,
    [OF_A_GROUP, personId],
  )
  const random = seeded(7)
  const words: string[] = []
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH).map((row) => {
      const spoken = textOf(random)
      if (row.own) words.push(spoken[words.length % spoken.length] ?? '')
      return {
        ...row,
        contentId: newId(),
        text: spoken.join(' ').replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1'),
      }
    })
    const of = (pick: (row: (typeof batch)[number]) => string) => batch.map(pick)
    await pool.query(
      `insert into content_text (id, sha256, size, text)
       select id, sha256(id::text::bytea), octet_length(text), text from unnest($1::uuid[], $2::text[]) t(id, text)`,
      [of((row) => row.contentId), of((row) => row.text)],
    )
    await pool.query(
      `insert into file_text (file_id, space_id, version_id, content_id, grams)
       select f, s, v, c, g::integer[] from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) t(f, s, v, c, g)`,
      [
        of((row) => row.id),
        of((row) => row.space),
        of((row) => row.version),
        of((row) => row.contentId),
        of((row) => `{${gramsOfText(row.text).join(',')}}`),
      ],
    )
  }
  await pool.query('vacuum (analyze) content_text, file_text')
  return { words }
}

/** Frequent words are at the beginning of the vocabulary, as in real texts. */
function textOf(random: () => number): string[] {
  const isChinese = random() < 2 / 3
  const count = 300 + Math.floor(random() * 900)
  return Array.from({ length: count }, () => {
    const rank = Math.floor(VOCABULARY ** random()) - 1
    return isChinese && random() < 0.9 ? chineseWord(rank) : latinWord(rank)
  })
}

const chineseWord = (rank: number): string =>
  String.fromCharCode(0x4e00 + ((rank * 7919) % 3000), 0x4e00 + ((rank * 104_729) % 2999))

function latinWord(rank: number): string {
  const random = seeded(rank + 1)
  const length = 3 + Math.floor(random() * 7)
  const letters = 'etaoinshrdlucmfwypvbgkjqxz'
  return Array.from({ length }, () => letters[Math.floor(random() * random() * letters.length)]).join('')
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
