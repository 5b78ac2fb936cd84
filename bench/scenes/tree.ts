import type { Million } from '../data/million.ts'
import { LARGE, MIDDLE } from '../data/million.ts'
import { atMost, type Figure, median } from '../figures.ts'
import { interleave, type Stage } from '../stage.ts'

/** Pages, moves and deletions in a table of a million files, beside plain SQL through the product's own pool. */

const PAGE = 100
const LONG_PAGE = 1000
const PAGES_A_ROUND = 200
const LISTS_A_ROUND = 30
const CHANGES_A_ROUND = 50

/** What a page shows of its rows, as one would ask for it by hand. */
const BARE_PAGE = `
  select f.id, f.parent_id, f.is_folder, f.name, f.ext, f.size, f.version_no, f.child_folders, f.total_size,
    f.created_at, f.updated_at, c.real_name as creator, u.real_name as updater, v.id is not null as is_favorite
  from file f join person c on c.id = f.created_by join person u on u.id = f.updated_by
    left join favorite v on v.file_id = f.id and v.person_id = $3
  where f.parent_id = $1 order by f.rank, f.name, f.id limit $2`
/** The same from the one table, without the names of people and the star. */
const BARER_PAGE = `
  select id, parent_id, is_folder, name, ext, size, version_no, child_folders, total_size, created_at, updated_at
  from file where parent_id = $1 order by rank, name, id limit $2`
const BARE_UPDATE = 'update file set updated_at = now() where id = $1'

export async function pages(stage: Stage, { large }: Million): Promise<Figure[]> {
  const { personId } = stage.owner
  const bare = () => times(PAGES_A_ROUND, () => stage.pool.query(BARE_PAGE, [large, PAGE, personId]))
  const barer = () => times(PAGES_A_ROUND, () => stage.pool.query(BARER_PAGE, [large, PAGE]))
  const page = { parentId: large, pageSize: PAGE, count: PAGES_A_ROUND }
  const { last, files } = await stage.productLoad.ask.walk(page)
  if (files !== LARGE) throw new Error(`${files} files were listed of ${LARGE}`)
  const ours = async () => median(await stage.productLoad.ask.pages(page))
  const first = await interleave(stage, ours, bare)
  const beside = await interleave(stage, ours, barer)
  const end = await interleave(
    stage,
    async () => median(await stage.productLoad.ask.pages({ ...page, cursor: last })),
    ours,
  )
  return [
    {
      name: 'page of 100 from a folder of 100,000 among 1,000,000',
      unit: 'ms',
      ours: first.ours,
      other: { name: 'SQL', values: first.others },
      line: atMost(3),
    },
    {
      name: '… beside the table of files alone',
      unit: 'ms',
      ours: beside.ours,
      other: { name: 'SQL', values: beside.others },
    },
    {
      name: 'its last page, by cursor',
      unit: 'ms',
      ours: end.ours,
      other: { name: 'first page', values: end.others },
      line: atMost(1.5),
    },
  ]
}

/** A thousand rows in one call, and a whole folder of 10,000, a thousand at a time. */
export async function list(stage: Stage, { middle }: Million): Promise<Figure[]> {
  const bare = [middle, LONG_PAGE, stage.owner.personId]
  const page = { parentId: middle, pageSize: LONG_PAGE, count: LISTS_A_ROUND }
  const thousand = await interleave(
    stage,
    async () => median(await stage.productLoad.ask.pages(page)),
    () => times(LISTS_A_ROUND, () => stage.pool.query(BARE_PAGE, bare)),
  )
  const { ours, others } = await interleave(
    stage,
    async () => {
      const walked = await stage.productLoad.ask.walk({ parentId: middle, pageSize: LONG_PAGE })
      return walked.times.reduce((sum, time) => sum + time, 0)
    },
    () => times(1, () => stage.pool.query(BARE_PAGE, [middle, MIDDLE, stage.owner.personId])),
  )
  const name = 'list of 10,000, ten pages by cursor'
  return [
    {
      name: 'list of 1,000',
      unit: 'ms',
      ours: thousand.ours,
      other: { name: 'SQL', values: thousand.others },
      line: atMost(3),
    },
    { name, unit: 'ms', ours, other: { name: 'SQL at once', values: others } },
  ]
}

/** What lies below a folder changes neither its move nor its deletion: one of 1,000, and one of 100,000. */
export async function changes(stage: Stage, million: Million): Promise<Figure[]> {
  return [
    ...(await changesOf(stage, million, million.small, '1,000')),
    ...(await changesOf(stage, million, million.large, '100,000')),
  ]
}

async function changesOf(
  stage: Stage,
  { middle, here, there }: Million,
  id: string,
  size: string,
): Promise<Figure[]> {
  const update = () => times(CHANGES_A_ROUND, () => stage.pool.query(BARE_UPDATE, [middle]))
  const move = { id, from: here, to: there, count: CHANGES_A_ROUND }
  const moved = await interleave(stage, async () => median(await stage.productLoad.ask.moves(move)), update)
  const restored: number[] = []
  const deletion = { id, count: CHANGES_A_ROUND }
  const deleted = await interleave(
    stage,
    async () => {
      const answer = await stage.productLoad.ask.deletions(deletion)
      restored.push(median(answer.restored))
      return median(answer.deleted)
    },
    update,
  )
  const beside = (name: string, ours: number[], others: number[]): Figure => ({
    name,
    unit: 'ms',
    ours,
    other: { name: 'row update', values: others },
    line: atMost(8),
  })
  return [
    beside(`move a folder of ${size}`, moved.ours, moved.others),
    beside(`delete a folder of ${size}`, deleted.ours, deleted.others),
    { name: '… and restore it', unit: 'ms', ours: restored.slice(1) },
  ]
}

/** Median time of `count` runs. */
async function times(count: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}
