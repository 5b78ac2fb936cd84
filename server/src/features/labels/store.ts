import type { LabelColor } from '@clouddisk/contract/label-names'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL for labels of files, and for the labels of a space. */

export interface Label {
  readonly key: string
  readonly name: string
}

export interface Annotations {
  readonly labels: readonly Label[]
  readonly remark: string
}

/** What files have now, by id. The caller holds the locks of their spaces. */
export async function annotationsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Annotations>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file')
    .select(['id', 'labels', 'label_keys as keys', 'remark'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, labels, keys, remark }) => [
      id,
      {
        labels: (labels ?? []).map((name, index) => ({ name, key: keys?.[index] ?? name })),
        remark: remark ?? '',
      },
    ]),
  )
}

/** Sets the labels of files, each to its own. */
export async function setLabels(tx: Tx, changed: ReadonlyMap<string, readonly Label[]>): Promise<void> {
  // Files with the same labels are set together: of a selection these are few different lists.
  const groups = Map.groupBy(changed, ([, labels]) => JSON.stringify(labels))
  for (const group of groups.values()) {
    const labels = group[0]?.[1] ?? []
    await tx
      .updateTable('file')
      .set({
        labels: labels.length > 0 ? labels.map(({ name }) => name) : null,
        label_keys: labels.length > 0 ? labels.map(({ key }) => key) : null,
      })
      .where(
        'id',
        'in',
        group.map(([id]) => id),
      )
      .execute()
  }
}

export const setRemark = (tx: Tx, id: string, remark: string) =>
  tx
    .updateTable('file')
    .set({ remark: remark === '' ? null : remark })
    .where('id', '=', id)
    .execute()

/**
 * Records that labels are used in spaces; those with a color get it, the others keep theirs.
 * @returns the spaces in which a label has another color now. The caller holds their locks.
 */
export async function recordLabelUse(
  tx: Tx,
  spaceIds: readonly string[],
  labels: readonly (Label & { readonly color?: LabelColor | undefined })[],
  now: Date,
): Promise<string[]> {
  if (labels.length === 0) return []
  const sorted = labels.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const { rows } = await sql<{ id: string }>`
    with given as (
      select space_id, key, name, color
      from unnest(${[...spaceIds].sort()}::uuid[]) s (space_id),
        unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ name }) => name)}::text[],
          ${sorted.map(({ color }) => color ?? null)}::text[]) l (key, name, color)
    ), used as (
      insert into label (space_id, name_key, name, color, used_at)
      select space_id, key, name, color, ${now}::timestamptz from given
      on conflict (space_id, name_key) do update
      set used_at = excluded.used_at, color = coalesce(excluded.color, label.color)
    )
    select distinct g.space_id as id from given g
    join label l on l.space_id = g.space_id and l.name_key = g.key and l.color is distinct from g.color
    where g.color is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Labels of spaces, those used last first. */
export const recentLabels = (
  db: Reader,
  spaceIds: readonly string[],
  limit: number,
): Promise<(Label & { color: LabelColor | null })[]> =>
  db
    .selectFrom('label')
    .select(['name_key as key', 'name', 'color'])
    .where('space_id', 'in', spaceIds)
    .orderBy('used_at', 'desc')
    .orderBy('name_key')
    .limit(limit)
    .execute()

/** Deletes labels that were last used before a moment and that no file has, wherever it lies. */
export async function deleteUnused(db: Reader, before: Date): Promise<void> {
  await sql`
    delete from label l where used_at < ${before}::timestamptz and not exists (
      select from file f where f.space_id = l.space_id and f.label_keys @> array[l.name_key])`.execute(db)
}

/** A few files for each of some labels. */
export async function filesWithLabels(
  db: Reader,
  spaceIds: readonly string[],
  keys: readonly string[],
  each: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ key: string; ids: string[] }>`
    select k.key, array(select f.id from file f where f.space_id = any(${spaceIds}::uuid[])
      and f.label_keys @> array[k.key] and f.parent_id is not null limit ${each}) as ids
    from unnest(${keys}::text[]) k (key)`.execute(db)
  return new Map(rows.map(({ key, ids }) => [key, ids]))
}
