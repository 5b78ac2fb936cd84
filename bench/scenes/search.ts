import { pinyinOf } from '@clouddisk/server/tree/pinyin'
import type { Library } from '../data/library.ts'
import { atMost, type Figure, median } from '../figures.ts'
import { loadProduct } from '../sides/loader.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, type Stage } from '../stage.ts'
import { searchContents } from './search-contents.ts'

/** Search by somebody who may see one hundredth of a million files, beside the bare trigram index. */

const SEARCHES = 100

/** The same search by the trigram index alone, in all files, without a check of permissions. */
const BARE = 'select id, name from file where name_key like $1 limit 200'

export async function search(stage: Stage, library: Library): Promise<Figure[]> {
  const { reader, names } = library
  const load = loadProduct(stage.product.origin)
  try {
    await load.ask.signIn({ userName: reader.userName, password: ADMIN.password })
    const asked = (keywords: readonly string[]) =>
      load.ask.searches({ keywords: [...keywords], pageSize: 20 })
    const parts = partsOf(names, 3, 6)
    const long = await interleave(
      stage,
      async () => quantile(await asked(parts), 0.5),
      async () => median(await timesOf(stage, parts)),
    )
    const tails = async (keywords: readonly string[]) => {
      const values: number[] = []
      for (let round = 0; round < stage.rounds; round++) values.push(quantile(await asked(keywords), 0.95))
      return values
    }
    const p95 = (name: string, ours: number[], most: number): Figure => ({
      name,
      unit: 'ms',
      ours,
      absolute: true,
      line: atMost(most),
    })
    return [
      {
        name: 'search by three to six characters among 1,000,000 (1 % visible)',
        unit: 'ms',
        ours: long.ours,
        other: { name: 'bare trigram query', values: long.others },
      },
      p95('… its 95th percentile', await tails(parts), 50),
      p95('… by one or two characters', await tails(partsOf(names, 1, 2)), 150),
      p95('… by initials', await tails(initialsOf(names)), 150),
      p95('… by pinyin', await tails(pinyinPartsOf(names)), 50),
      p95('… with a typing mistake', await tails(partsOf(names, 6, 9).map(mistyped)), 150),
      await searchContents(stage, library, load),
    ]
  } finally {
    await load.close()
  }
}

const sample = (names: readonly string[]): string[] =>
  Array.from({ length: SEARCHES }, (_, n) => names[(n * 97) % names.length] ?? '')

/** Parts of names of that many characters. */
const partsOf = (names: readonly string[], least: number, most: number): string[] =>
  sample(names).map((name, n) => {
    const characters = [...name]
    const length = least + (n % (most - least + 1))
    const from = (n * 31) % Math.max(1, characters.length - length)
    return (
      characters
        .slice(from, from + length)
        .join('')
        .trim() || characters.slice(0, length).join('')
    )
  })

const chineseOf = (names: readonly string[]) => sample(names.filter((name) => pinyinOf(name) !== ''))
const initialsOf = (names: readonly string[]): string[] =>
  chineseOf(names).map((name, n) => (pinyinOf(name).split(' ')[2] ?? '').slice(0, 1 + (n % 4)))
const pinyinPartsOf = (names: readonly string[]): string[] =>
  chineseOf(names).map((name, n) => (pinyinOf(name).split(' ')[1] ?? '').slice(0, 4 + (n % 6)))

const mistyped = (word: string): string =>
  word.slice(0, 2) + word.slice(3, 4) + word.slice(2, 3) + word.slice(4)

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

async function timesOf(stage: Stage, keywords: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const keyword of keywords) {
    const begun = performance.now()
    await stage.pool.query(BARE, [`%${keyword.toLowerCase()}%`])
    times.push(performance.now() - begun)
  }
  return times
}
