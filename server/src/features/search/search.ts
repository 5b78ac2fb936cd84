import type { Language } from '@clouddisk/contract/errors'
import { labelKey } from '@clouddisk/contract/label-names'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import { extensionsOf, type SearchKind, type searchInstancePage } from '@clouddisk/contract/search'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { reachOf } from '../../access/reach.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { isContentSearched } from '../../db/content-search-setting.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'
import { fileById } from '../../tree/files.ts'
import { presentRow } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import { parseContentKeyword, TextMatches } from './content/content-matches.ts'
import { nameMarker } from './name-marks.ts'
import * as store from './store.ts'
import { matchesAll, matchesMistyped, parseKeyword, rankOf } from './terms.ts'

/**
 * Search by name, and in texts, among the files that a person may find (B§7, P19). The query reads the spaces and shared folders that the
 * person has access to, in order of rank; access/resolve.ts then decides for each file, so that the rule exists once.
 */

/** Candidates read at first, and at last: most searches need no more than the first. */
const CANDIDATES = [256, 2048, 16_384] as const
/** Resolved with one statement. */
const BATCH = 256
/** With fewer finds than this, names that are nearly the keyword are added. */
const FEW = 10
/** Files of all spaces together, above which only conditions with an index are tried. */
const UNINDEXED_MAX = 100_000

export async function searchFiles(
  ctx: Context,
  actor: Actor,
  input: Input<typeof searchInstancePage>,
  language: Language,
): Promise<Reply<typeof searchInstancePage>> {
  const db = ctx.db.reader
  const { searchMax } = ctx.config.limits
  const folder = await searchedFolder(db, actor, input.parentId)
  const filter = filterOf(actor, input)
  const area = await areaOf(ctx, actor, folder)
  const search = new Search(db, actor, area, folder?.id)
  const keyword = parseKeyword(input.keyword ?? '')
  const exact = { ...filter, match: matchesAll(keyword), rank: rankOf(keyword) }
  const found = await search.find(exact, searchMax + 1)
  const byName = new Set(found.keys())
  const byLabel = new Set<string>()
  // Visitors of links see no labels.
  const labels = keyword.text === '' || actor.link ? [] : await store.labelsLike(db, area, keyword.text)
  if (labels.length > 0 && found.size <= searchMax) {
    const labeled = { ...filter, match: store.hasAnyLabel(labels), rank: sql`0` }
    for (const [id, item] of await search.find(labeled, searchMax + 1)) {
      if (found.has(id)) continue
      byLabel.add(id)
      found.set(id, item)
    }
  }
  let snippets: ReadonlyMap<string, string> = new Map()
  const contentSearchable = await isContentSearched(ctx, db)
  const inContent = input.content && contentSearchable ? parseContentKeyword(input.keyword ?? '') : undefined
  if (inContent && found.size <= searchMax) {
    const texts = { ...filter, match: sql`true`, rank: sql`0`, grams: inContent.grams }
    const matches = new TextMatches(db, inContent, ctx.config.searchTexts)
    const more = await search.find(texts, searchMax + 1, matches)
    snippets = matches.snippets
    for (const [id, item] of more) if (!found.has(id)) found.set(id, item)
  }
  const similar = found.size < FEW ? matchesMistyped(keyword) : undefined
  if (similar && (similar.indexed || (await search.isSmall()))) {
    const near = { ...filter, match: similar.condition, rank: rankOf(parseKeyword('')) }
    for (const [id, item] of await search.find(near, searchMax)) if (!found.has(id)) found.set(id, item)
  }
  const ids = [...found.keys()].slice(0, searchMax)
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault, orderBy, orderType } = input
  const ordered = orderBy ? await store.sortByColumn(db, ids, orderBy, orderType === 'desc') : ids
  const marksIn = nameMarker(keyword)
  const matchOf = (id: string, name: string) => {
    if (byLabel.has(id) || (keyword.text === '' && filter.label !== undefined))
      return { field: 'label' as const }
    const snippet = byName.has(id) ? undefined : snippets.get(id)
    if (snippet !== undefined) return { field: 'content' as const, snippet }
    const marks = marksIn(name)
    return { field: 'name' as const, ...(marks.length > 0 && { marks }) }
  }
  const shown = ordered.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  const views = await viewRowsById(db, actor, shown)
  return {
    list: shown.flatMap((id) => {
      const [view, item] = [views.get(id), found.get(id)]
      return view && item ? [{ ...presentRow(view, item, language), match: matchOf(id, view.name) }] : []
    }),
    total: ids.length,
    pageNo,
    pageSize,
    truncated: found.size > searchMax || search.hasGivenUp,
    contentSearchable,
  }
}

/** The folder below which to search; undefined for everywhere. */
async function searchedFolder(
  db: Reader,
  actor: Actor,
  parentId: string | undefined,
): Promise<ResolvedItem | undefined> {
  if (parentId === undefined) return undefined
  const folder = await resolve(db, actor, await resolveFolderId(db, actor, parentId))
  requirePermission(folder, 'search')
  return folder.isFolder ? folder : refuse('is_a_file')
}

function filterOf(
  actor: Actor,
  input: Input<typeof searchInstancePage>,
): Omit<store.FileFilter, 'match' | 'rank'> {
  const { kinds = [], sizeMin, sizeMax, timeFrom, timeTo, ownerId } = input
  const label = actor.link ? '' : labelKey(input.label ?? '')
  if (ownerId !== undefined && !isId(ownerId)) refuseNotFound('owner')
  return {
    label: label === '' ? undefined : label,
    kind: kinds.length > 0 ? kindFilter(kinds) : undefined,
    sizeMin,
    sizeMax,
    from: timeFrom ? readInstant('timeFrom', timeFrom) : undefined,
    to: timeTo ? readInstant('timeTo', timeTo) : undefined,
    ownerId,
  }
}

export const kindFilter = (kinds: readonly SearchKind[]): store.KindFilter => ({
  folders: kinds.includes('folder'),
  exts: kinds.flatMap((kind) => (kind === 'folder' || kind === 'other' ? [] : extensionsOf(kind))),
  otherThan: kinds.includes('other') ? extensionsOf('other') : undefined,
})

/** Where to look, at least everything that the actor may find there. */
async function areaOf(
  { db: { reader: db }, config }: Context,
  actor: Actor,
  folder: ResolvedItem | undefined,
): Promise<store.SearchArea> {
  const { searchBelowMax } = config
  if (folder) {
    if (folder.id === folder.rootId) return { spaceIds: [folder.spaceId], tops: [] }
    const totals = (await fileById(db, folder.id))?.totals
    const below = totals ? totals.files + totals.folders : 0
    return below > searchBelowMax
      ? { spaceIds: [folder.spaceId], tops: [] }
      : { spaceIds: [], tops: [folder.id] }
  }
  const { spaceIds, files } = await reachOf(db, actor)
  const below = files.reduce((sum, file) => sum + file.below, 0)
  return below > searchBelowMax
    ? { spaceIds: [...new Set([...spaceIds, ...files.map((file) => file.spaceId)])], tops: [] }
    : { spaceIds, tops: files.map((file) => file.id) }
}

/** One search of one person in one area. */
class Search {
  /** Whether there may be finds beyond the candidates that were read. */
  hasGivenUp = false
  readonly #db: Reader
  readonly #actor: Actor
  readonly #area: store.SearchArea
  readonly #folderId: string | undefined

  constructor(db: Reader, actor: Actor, area: store.SearchArea, folderId: string | undefined) {
    this.#db = db
    this.#actor = actor
    this.#area = area
    this.#folderId = folderId
  }

  /** Up to `max` files that match and that the actor may find, best first; with `texts`, of those whose text matches too. */
  async find(filter: store.FileFilter, max: number, texts?: TextMatches): Promise<Map<string, ResolvedItem>> {
    const found = new Map<string, ResolvedItem>()
    const searcher = { personId: this.#actor.personId, now: this.#actor.asOf }
    let resolved = 0
    // The index of texts is asked once: what it finds is sorted as a whole, however few are read.
    for (const limit of texts ? CANDIDATES.slice(-1) : CANDIDATES) {
      const ids = await store.selectCandidates(this.#db, this.#area, filter, searcher, limit)
      for (; resolved < ids.length && found.size < max && !texts?.hasGivenUp; resolved += BATCH)
        await this.#addVisible(found, ids.slice(resolved, resolved + BATCH), max, texts)
      if (found.size >= max || (ids.length < limit && !texts?.hasGivenUp)) return found
    }
    this.hasGivenUp = true
    return found
  }

  async #addVisible(
    found: Map<string, ResolvedItem>,
    ids: readonly string[],
    max: number,
    texts: TextMatches | undefined,
  ): Promise<void> {
    const items = await resolveAll(this.#db, this.#actor, ids)
    const visible = ids.flatMap((id) => {
      const item = items.get(id)
      return item && this.#mayFind(item, texts !== undefined) ? [item] : []
    })
    await texts?.compare(visible.map(({ id }) => id))
    for (const item of visible)
      if (found.size < max && (!texts || texts.snippets.has(item.id))) found.set(item.id, item)
  }

  /** A snippet is some of the content itself. */
  #mayFind(item: ResolvedItem, withSnippet: boolean): boolean {
    const { permissions } = item
    return (
      permissions.has('search') && (!withSnippet || permissions.has('download')) && this.#isInFolder(item)
    )
  }

  #isInFolder({ id, fullPath }: ResolvedItem): boolean {
    const folderId = this.#folderId
    return folderId === undefined || (id !== folderId && fullPath.some((step) => step.id === folderId))
  }

  /** Whether all files of the area may be compared one by one. */
  async isSmall(): Promise<boolean> {
    return (await store.countFiles(this.#db, this.#area.spaceIds)) <= UNINDEXED_MAX
  }
}
