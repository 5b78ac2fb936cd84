import type { Language } from '@clouddisk/contract/errors'
import { type InstanceField, instanceTypeOf } from '@clouddisk/contract/files'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { classificationOf, highest } from '../../access/classification.ts'
import { toFileAuth } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { toIso } from '../../db/instant-text.ts'
import { jsonBytes } from '../../http/encoded-reply.ts'
import {
  joinPath,
  labelColorsOf,
  type ParentPath,
  pathOfChildren,
  type VisibleChild,
  visibleChildren,
} from '../../tree/present.ts'
import type { ChildViewRow } from '../../tree/view-rows.ts'

/**
 * Writes the rows of `presentChildren` as JSON, in strings of bytes (http/encoded-reply.ts). Most of a row is the same in all
 * rows of a folder and is encoded once for the list.
 */

/** JSON that all rows share, or the JSON of one row. */
type FieldJson = string | ((child: VisibleChild) => string)

/** In the order of `Instance`. */
function fieldsOf(above: ParentPath): Record<InstanceField, FieldJson> {
  const text = remembered<string>(jsonBytes)
  const auth = remembered<ReadonlySet<PermissionItem>>((items) => jsonBytes(toFileAuth(items)))
  /** Of the parent, with a slash, and without the quote at the end. */
  const path = jsonBytes(joinPath(above.names, '')).slice(0, -1)
  const pathIds = jsonBytes(joinPath(above.ids, '')).slice(0, -1)
  return {
    instanceId: ({ row }) => `"${row.id}"`,
    instanceName: ({ row }) => text(row.name),
    instanceType: jsonBytes(instanceTypeOf(above.groupId)),
    classifierId: ({ row }) => (row.is_folder ? '"Folder"' : '"File"'),
    parentId: jsonBytes(above.id),
    groupId: jsonBytes(above.groupId),
    isParent: ({ row }) => `${row.child_folders > 0}`,
    fileAuth: ({ permissions }) => auth(permissions),
    fileType: ({ row }) => text(row.ext),
    fileSize: ({ row }) => `${row.is_folder ? row.total_size : row.size}`,
    instancePath: jsonBytes(above.names),
    instancePathIds: jsonBytes(above.ids),
    instanceFullPath: ({ row }) => path + text(row.name).slice(1),
    instanceFullPathId: ({ row }) => `${pathIds}${row.id}"`,
    createUser: ({ row }) => text(row.creator),
    updateUser: ({ row }) => text(row.updater),
    createTime: ({ row }) => `"${toIso(row.created_at)}"`,
    updateTime: ({ row }) => `"${toIso(row.updated_at)}"`,
    labels: ({ row }) => (row.labels ? jsonBytes(row.labels) : '[]'),
    labelColors: ({ row }) => (row.labels ? jsonBytes(labelColorsOf(row)) : '[]'),
    remark: ({ row }) => (row.remark === null ? '""' : text(row.remark)),
    isCollect: ({ row }) => `${row.is_favorite}`,
    isShared: ({ row }) => `${row.is_shared}`,
    isLinked: ({ row }) => `${row.is_linked}`,
    classification: ({ row }) => `${classificationOf(highest([above.level, row.classification]))}`,
    syncStatus: ({ row }) => (row.sync_state === null ? 'null' : `"${row.sync_state}"`),
    virusStatus: ({ row }) => (row.virus_state === null ? 'null' : `"${row.virus_state}"`),
    versionNo: ({ row }) => `${row.version_no}`,
  }
}

/** The JSON of each child of a resolved folder that is presented, with these fields or all. */
export function encodeChildren(
  actor: Actor,
  parent: ResolvedItem,
  rows: readonly ChildViewRow[],
  language: Language,
  wanted?: readonly InstanceField[],
): string[] {
  const fields = Object.entries(fieldsOf(pathOfChildren(parent, language)))
  const names = wanted && new Set<string>(wanted)
  const { pieces, end } = piecesOf(names ? fields.filter(([name]) => names.has(name)) : fields)
  return visibleChildren(actor, parent, rows).map((child) => {
    let json = ''
    for (const { shared, own } of pieces) json += shared + own(child)
    return json + end
  })
}

/** Shared JSON, and what follows it of each row. */
interface Piece {
  readonly shared: string
  readonly own: (child: VisibleChild) => string
}

function piecesOf(fields: readonly (readonly [string, FieldJson])[]): { pieces: Piece[]; end: string } {
  const pieces: Piece[] = []
  let shared = '{'
  fields.forEach(([name, json], index) => {
    shared += `${index === 0 ? '' : ','}"${name}":`
    if (typeof json === 'string') shared += json
    else {
      pieces.push({ shared, own: json })
      shared = ''
    }
  })
  return { pieces, end: `${shared}}` }
}

/** Computes each result once. */
function remembered<K>(compute: (key: K) => string): (key: K) => string {
  const results = new Map<K, string>()
  return (key) => {
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(key)
    results.set(key, result)
    return result
  }
}
