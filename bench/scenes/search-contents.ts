import { gramsOfWord } from '@clouddisk/server/features/search/content/grams'
import type { Library } from '../data/library.ts'
import { fillTexts, TEXTS } from '../data/texts.ts'
import { type Figure, median } from '../figures.ts'
import type { ProductTasks } from '../load/protocol.ts'
import type { Loader } from '../sides/loader.ts'
import { interleave, type Stage } from '../stage.ts'

/** Search in the texts of files by somebody who may see one hundredth of them, beside the index alone, in all texts. */

const SEARCHES = 50
/** The same search by the index, without a check of permissions and without the texts. */
const BARE = 'select file_id from file_text where grams @> $1::integer[] limit 200'

export async function searchContents(
  stage: Stage,
  { reader }: Library,
  load: Loader<ProductTasks>,
): Promise<Figure> {
  const { words } = await fillTexts(stage.pool, reader.personId)
  const keywords = words.filter((word) => gramsOfWord(word).length > 0).slice(0, SEARCHES)
  const { ours, others } = await interleave(
    stage,
    async () => median(await load.ask.searches({ keywords, pageSize: 20, content: true })),
    async () => median(await timesOf(stage, keywords)),
  )
  return {
    name: `search in ${TEXTS.toLocaleString('en')} texts (1 % visible) among 1,000,000 files`,
    unit: 'ms',
    ours,
    other: { name: 'bare index query', values: others },
  }
}

async function timesOf({ pool }: Stage, keywords: readonly string[]): Promise<number[]> {
  const connection = await pool.connect()
  try {
    // As the product asks; see migration 0059.
    await connection.query('set enable_seqscan = off')
    const times: number[] = []
    for (const keyword of keywords) {
      const begun = performance.now()
      await connection.query(BARE, [`{${gramsOfWord(keyword).join(',')}}`])
      times.push(performance.now() - begun)
    }
    return times
  } finally {
    connection.release(true)
  }
}
