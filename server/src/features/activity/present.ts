import { ACTIVITY_ITEMS_NAMED, type Activity } from '@clouddisk/contract/activity'
import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { rootName } from '../../tree/present.ts'
import { namesVisibleTo } from '../directory/search.ts'
import type { ActivityEntry } from './entries.ts'
import { filesNow, type NamedFile } from './store.ts'
import type { VisibleRow } from './visible-rows.ts'

/** Entries of activity in the wire format. */

export async function presentEntries(
  db: Reader,
  actor: Actor,
  entries: readonly ActivityEntry[],
  language: Language,
): Promise<Activity[]> {
  const named = entries.flatMap(({ rows }) => rows.slice(0, ACTIVITY_ITEMS_NAMED))
  const ids = named.flatMap(({ row, fromId, toId }) => [row.fileId, fromId, toId])
  const people = entries.map(({ first }) => first.row.actorId)
  const [files, names] = await Promise.all([
    filesNow(db, [...new Set(ids.filter(isString))]),
    namesVisibleTo(db, actor, [...new Set(people.filter(isString))]),
  ])
  return entries.map((entry) => present(entry, { files, names, language }))
}

const isString = (value: unknown): value is string => typeof value === 'string'

interface Known {
  readonly files: ReadonlyMap<string, NamedFile>
  readonly names: ReadonlyMap<string, string>
  readonly language: Language
}

function present({ first, rows }: ActivityEntry, known: Known): Activity {
  const { row, kind, isElsewhere, fromId, toId } = first
  const { actorId, details } = row
  const isVisitor = details?.visitorId !== undefined
  const one = rows.length === 1
  const version = details?.version
  const what = details?.what
  return {
    activityId: `${row.xid}.${row.id}`,
    kind,
    time: row.createdAt.toISOString(),
    userId: actorId,
    userRealName: (actorId && known.names.get(actorId)) ?? null,
    isVisitor,
    items: rows.slice(0, ACTIVITY_ITEMS_NAMED).map((shown) => presentItem(shown, known)),
    count: rows.reduce((sum, { row: { details: more } }) => sum + itemsIn(more), 0),
    ...(kind === 'file.moved' && { from: placeOf(fromId, known), to: placeOf(toId, known) }),
    ...(one &&
      !isElsewhere &&
      kind === 'file.renamed' &&
      isString(details?.from) && { oldName: details.from }),
    ...(one && typeof version === 'number' && { versionNo: version }),
    ...(isString(what) && { what }),
  }
}

/** A row of a purge stands for many. */
const itemsIn = (details: VisibleRow['row']['details']): number => {
  const count = details?.count
  return typeof count === 'number' ? count : 1
}

function presentItem(
  { row, exists, canSeeNow, isElsewhere }: VisibleRow,
  known: Known,
): Activity['items'][number] {
  const now = row.fileId === null ? undefined : known.files.get(row.fileId)
  const current = canSeeNow && now ? shownName(now, known.language) : undefined
  const then = (isElsewhere ? undefined : nameThen(row)) ?? current ?? ''
  return {
    instanceId: exists ? row.fileId : null,
    instanceName: then,
    ...(current !== undefined && current !== then && { currentName: current }),
    isFolder: now?.isFolder ?? row.kind === 'folder.created',
    isThere: canSeeNow,
  }
}

/** Its name after the change, as the row has it. */
function nameThen({ kind, name, details }: VisibleRow['row']): string | undefined {
  if (name) return name
  const said = kind === 'file.renamed' ? details?.to : details?.name
  return isString(said) && said !== '' ? said : undefined
}

function placeOf(id: string | undefined, known: Known): Exclude<Activity['from'], undefined> {
  const folder = id === undefined ? undefined : known.files.get(id)
  return folder ? { instanceId: folder.id, instanceName: shownName(folder, known.language) } : null
}

/** A personal root has no name of its own. */
const shownName = ({ name }: NamedFile, language: Language): string =>
  name === '' ? rootName(language) : name
