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
/** Bytes of texts that are compared with one statement. */
const AT_ONCE = 8 * 1024 ** 2

/** What one search may compare before it gives up. */
export interface TextBudget {
  readonly bytes: number
  readonly ms: number
}

interface FileText {
  readonly fileId: string
  readonly contentId: string
  readonly bytes: number
}

/** Compares texts with a keyword as long as the budget lasts, each content once however many files have it. */
export class TextMatches {
  /** The line that matches, by file, of those files whose text has all words. */
  readonly snippets = new Map<string, string>()
  /** Whether texts were left out. */
  hasGivenUp = false
  readonly #db: Reader
  readonly #keyword: ContentKeyword
  readonly #budget: TextBudget
  /** By content; undefined if its text does not have all words. */
  readonly #compared = new Map<string, string | undefined>()
  #bytes = 0
  #ms = 0

  constructor(db: Reader, keyword: ContentKeyword, budget: TextBudget) {
    this.#db = db
    this.#keyword = keyword
    this.#budget = budget
  }

  /** Adds the snippets of these files, the first ones first. */
  async compare(fileIds: readonly string[]): Promise<void> {
    const texts = await textsOf(this.#db, fileIds)
    const left = new Map(texts.map(({ contentId, bytes }) => [contentId, bytes]))
    for (const contentId of this.#compared.keys()) left.delete(contentId)
    while (left.size > 0 && !this.hasGivenUp) await this.#compareSome(left)
    for (const { fileId, contentId } of texts) {
      const snippet = this.#compared.get(contentId)
      if (snippet !== undefined) this.snippets.set(fileId, snippet)
    }
  }

  /** Takes contents off `left`, or gives up. */
  async #compareSome(left: Map<string, number>): Promise<void> {
    const room = Math.min(AT_ONCE, this.#budget.bytes - this.#bytes)
    this.hasGivenUp = room <= 0 || this.#ms >= this.#budget.ms
    if (this.hasGivenUp) return
    const contentIds: string[] = []
    let sum = 0
    for (const [contentId, bytes] of left) {
      if (sum >= room) break
      contentIds.push(contentId)
      sum += bytes
      left.delete(contentId)
    }
    const began = performance.now()
    const matching = await snippetsOf(this.#db, contentIds, this.#keyword)
    this.#ms += performance.now() - began
    this.#bytes += sum
    for (const contentId of contentIds) this.#compared.set(contentId, matching.get(contentId))
  }
}

/** In the order of the files, without those in which a virus was found. The length of a text is known without reading it. */
async function textsOf(db: Reader, fileIds: readonly string[]): Promise<FileText[]> {
  const { rows } = await sql<FileText>`
    select t.file_id as "fileId", c.id as "contentId", octet_length(c.text) as bytes
    from file_text t join content_text c on c.id = t.content_id where t.file_id = any(${fileIds}::uuid[])
      and not exists (select from file f join file_version v on v.id = f.version_id
        join virus_scan s on s.blob_id = v.blob_id and s.state = 'infected' where f.id = t.file_id)`.execute(
    db,
  )
  const texts = new Map(rows.map((row) => [row.fileId, row]))
  return fileIds.flatMap((fileId) => texts.get(fileId) ?? [])
}

/**
 * The line that matches, by content, of those whose text really has all words. Letters are compared without case by
 * PostgreSQL's rules, Latin ones by the faster rule for ASCII where the words have no others. "offset 0" folds each text once,
 * and keeps none of them.
 */
async function snippetsOf(
  db: Reader,
  contentIds: readonly string[],
  { words, phrase }: ContentKeyword,
): Promise<Map<string, string>> {
  const others = phrase.replace(/\p{ASCII}+/gu, '')
  const collation = sql.raw(others.toUpperCase() === others ? '"C"' : 'name_order')
  const { rows } = await sql<{ contentId: string; around: string; offset: number }>`
    with folded as (
      select id, text, lower(text collate ${collation}) as folded from content_text
      where id = any(${contentIds}::uuid[]) offset 0
    ), matches as (
      select id, text, coalesce(nullif(strpos(folded, ${phrase}), 0), strpos(folded, ${words[0] ?? ''})) as at
      from folded where ${sql.join(
        words.map((word) => sql`strpos(folded, ${word}) > 0`),
        sql` and `,
      )} offset 0
    )
    select id as "contentId", substr(text, greatest(at - ${AROUND}, 1), ${2 * AROUND}) as around,
      least(at - 1, ${AROUND}) as offset
    from matches`.execute(db)
  return new Map(rows.map(({ contentId, around, offset }) => [contentId, snippetOf(around, offset)]))
}
