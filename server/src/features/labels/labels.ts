import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import { type LabelColor, labelFault, labelKey, labelText } from '@clouddisk/contract/label-names'
import type { updateAttribute, updateLabels } from '@clouddisk/contract/labels'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf } from '@clouddisk/contract/names'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { type NewChange, recordChange, recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../tree/batch.ts'
import { presentItem } from '../../tree/present.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import * as store from './store.ts'

/**
 * Labels and remarks of files and folders, which everybody sees who sees the item. `label` permits changing labels; a remark may be
 * changed by those who may label or rename. A color belongs to a label in a space.
 */

export async function annotate(
  ctx: Context,
  actor: Actor,
  input: Input<typeof updateAttribute>,
  language: Language,
): Promise<Instance> {
  const { instanceId } = input
  const labels = input.labels && readLabels(input.labels)
  const remark = input.remark === undefined ? undefined : readRemark(input.remark)
  return ctx.db.transact(async (tx) => {
    const item = await withSpaceLocks(tx, [instanceId], () => resolve(tx, actor, instanceId))
    if (labels || input.labelColors) requirePermissionWithReason(actor, item, 'label')
    if (remark !== undefined) requireRemark(actor, item)
    if (item.id === item.rootId) refuse('root_is_fixed')
    const before = (await store.annotationsOf(tx, [item.id])).get(item.id) ?? refuse('not_found')
    const after = { labels: labels ?? before.labels, remark: remark ?? before.remark }
    const colors = readColors(input.labelColors ?? [], after.labels)
    const relabels = !sameLabels(before.labels, after.labels)
    if (relabels) await store.setLabels(tx, new Map([[item.id, after.labels]]))
    if (after.remark !== before.remark) await store.setRemark(tx, item.id, after.remark)
    const used = after.labels
      .filter((label) => colors.has(label.key) || !hasLabel(before.labels, label.key))
      .map((label) => ({ ...label, color: colors.get(label.key) }))
    const colored = await store.recordLabelUse(tx, [item.spaceId], used, actor.asOf)
    await recordColors(tx, actor, colored)
    if (relabels || colors.size > 0 || after.remark !== before.remark)
      await recordChange(tx, changeOf(actor, item, before, after))
    return presentItem(tx, actor, await resolve(tx, actor, item.id), language)
  })
}

/** Adds a label to many items, or removes it from them. */
export async function labelMany(
  ctx: Context,
  actor: Actor,
  { instanceIds, action, color, ...input }: Input<typeof updateLabels>,
  language: Language,
): Promise<ItemResult[]> {
  const [label = refuseField('label', 'label_empty')] = readLabels([input.label], 'label')
  const ids = batchIds(instanceIds, 'instanceIds')
  return ctx.db.transact(async (tx) => {
    const found = await withSpaceLocks(tx, ids, () => resolveAll(tx, actor, ids))
    const annotations = await store.annotationsOf(tx, [...found.keys()])
    const changed = new Map<string, readonly store.Label[]>()
    const spaces = new Set<string>()
    const changes: NewChange[] = []
    const results: ItemResult[] = []
    for (const id of ids)
      results.push(
        await attemptItem(id, language, async () => {
          const item = found.get(id) ?? refuse('not_found')
          requirePermissionWithReason(actor, item, 'label')
          if (item.id === item.rootId) refuse('root_is_fixed')
          const before = annotations.get(id) ?? refuse('not_found')
          const after = action === 'add' ? withLabel(before.labels, label) : without(before.labels, label)
          spaces.add(item.spaceId)
          if (after !== before.labels) {
            changed.set(id, after)
            changes.push(changeOf(actor, item, before, { ...before, labels: after }))
          }
          return succeeded(id, { instanceName: item.name })
        }),
      )
    if (changed.size > 0) await store.setLabels(tx, changed)
    if (action === 'add') {
      const colored = await store.recordLabelUse(tx, [...spaces], [{ ...label, color }], actor.asOf)
      await recordColors(tx, actor, colored)
    }
    await recordChanges(tx, changes)
    return results
  })
}

function withLabel(labels: readonly store.Label[], label: store.Label): readonly store.Label[] {
  if (hasLabel(labels, label.key)) return labels
  if (labels.length >= LIMITS.labelsMax) refuse('too_many_labels', { limit: LIMITS.labelsMax })
  return [...labels, label]
}

const without = (labels: readonly store.Label[], { key }: store.Label): readonly store.Label[] =>
  hasLabel(labels, key) ? labels.filter((label) => label.key !== key) : labels

const hasLabel = (labels: readonly store.Label[], key: string): boolean =>
  labels.some((label) => label.key === key)

const sameLabels = (a: readonly store.Label[], b: readonly store.Label[]): boolean =>
  JSON.stringify(a.map(({ name }) => name)) === JSON.stringify(b.map(({ name }) => name))

/** Refuses labels that are wrong, the same, or too many. */
function readLabels(typed: readonly string[], field = 'labels'): store.Label[] {
  const labels = new Map<string, store.Label>()
  for (const text of typed) {
    const name = labelText(text)
    const fault = labelFault(name)
    if (fault) refuseField(field, fault)
    const key = labelKey(name)
    if (labels.has(key)) refuse('label_exists', { label: name })
    labels.set(key, { key, name })
  }
  if (labels.size > LIMITS.labelsMax) refuse('too_many_labels', { limit: LIMITS.labelsMax })
  return [...labels.values()]
}

/** Colors by the key of the label; only of labels that the item has. */
function readColors(
  given: readonly { readonly name: string; readonly color: LabelColor }[],
  labels: readonly store.Label[],
): Map<string, LabelColor> {
  const colors = new Map(given.map(({ name, color }) => [labelKey(name), color]))
  for (const key of colors.keys()) if (!hasLabel(labels, key)) refuseField('labelColors', 'unknown_value')
  return colors
}

function readRemark(typed: string): string {
  const remark = typed.trim()
  if (lengthOf(remark) > LIMITS.remarkMax) refuseField('remark', 'too_long')
  return remark
}

const REMARK_PERMISSIONS: readonly PermissionItem[] = ['label', 'rename']

function requireRemark(actor: Actor, item: ResolvedItem): void {
  if (!REMARK_PERMISSIONS.some((permission) => item.permissions.has(permission)))
    requirePermissionWithReason(actor, item, 'rename')
}

/** Tells all who see these spaces that files have labels in other colors now. */
const recordColors = (tx: Tx, { personId }: Actor, spaceIds: readonly string[]): Promise<void> =>
  recordChanges(
    tx,
    spaceIds.map((spaceId) => ({
      kind: 'label.colored',
      spaceId,
      fileId: null,
      parentIds: [],
      actorId: personId,
    })),
  )

const namesOf = (labels: readonly store.Label[]): string => labels.map(({ name }) => name).join(', ')

function changeOf(
  actor: Actor,
  { id, name, spaceId, parentId }: ResolvedItem,
  before: store.Annotations,
  after: store.Annotations,
): NewChange {
  return {
    kind: 'file.annotated',
    spaceId,
    fileId: id,
    parentIds: [parentId],
    actorId: actor.personId,
    details: {
      name,
      labels: namesOf(after.labels),
      ...(after.remark !== before.remark && { remark: after.remark }),
    },
  }
}
