import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'

const BATCH_CHARACTERS = 256 * 1024

/** Streams rows into a table by COPY; null becomes \N. Answers how many went in. */
export async function copyInto(
  connection: PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number | boolean | null)[]>,
): Promise<number> {
  const stream = connection.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  const ended = once(stream, 'finish')
  // Awaited only at the end; until then an error shows in the writes.
  ended.catch(() => undefined)
  let count = 0
  let batch = ''
  for (const row of rows) {
    count++
    batch += `${row.map(field).join('\t')}\n`
    if (batch.length < BATCH_CHARACTERS) continue
    if (!stream.write(batch)) await Promise.race([once(stream, 'drain'), ended])
    batch = ''
  }
  stream.end(batch)
  await ended
  return count
}

const field = (value: string | number | boolean | null): string =>
  value === null
    ? '\\N'
    : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
