import type { Instance } from '@clouddisk/contract/files'
import { defaultLabelColor, type LabelColor, labelKey, labelText } from '@clouddisk/contract/label-names'
import { updateAttribute, updateLabels } from '@clouddisk/contract/labels'
import { call } from '../../lib/api.ts'
import { callInBatches, sortResults } from '../../lib/batches.ts'
import { beginPending } from '../../lib/pending.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** Changes of labels and remarks: shown at once, rolled back where the server refuses. */

type Items = readonly Instance[]

let sending: Promise<unknown> = Promise.resolve()

/** Changes are sent one after another, so that they take effect in the order in which they were made. */
function inOrder<T>(send: () => Promise<T>): Promise<T> {
  const sent = sending.then(send)
  sending = sent.catch(() => undefined)
  return sent
}

export const hasLabel = ({ labels }: Pick<Instance, 'labels'>, key: string): boolean =>
  labels.some((label) => labelKey(label) === key)

/** Adds a label to the items that do not have it. */
export const addLabel = (items: Items, typed: string, color?: LabelColor): Promise<void> => {
  const name = labelText(typed)
  const key = labelKey(name)
  const lacking = items.filter((item) => !hasLabel(item, key))
  const patches = lacking.map((item) => ({
    labels: [...item.labels, name],
    labelColors: [...item.labelColors, color ?? defaultLabelColor(key)],
  }))
  return change(lacking, patches, name, 'add')
}

/** Removes a label from the items that have it. */
export const removeLabel = (items: Items, name: string): Promise<void> => {
  const key = labelKey(name)
  const having = items.filter((item) => hasLabel(item, key))
  const patches = having.map(({ labels, labelColors }) => {
    const others = (_: unknown, index: number) => labelKey(labels[index] ?? '') !== key
    return { labels: labels.filter(others), labelColors: labelColors.filter(others) }
  })
  return change(having, patches, name, 'remove')
}

async function change(
  items: Items,
  patches: readonly Partial<Instance>[],
  label: string,
  action: 'add' | 'remove',
): Promise<void> {
  if (items.length === 0) return
  const ids = items.map((item) => item.instanceId)
  const pending = beginPending({ patches: ids.map((id, index) => [id, patches[index] ?? {}] as const) })
  try {
    const answers = await inOrder(() =>
      callInBatches(ids, (instanceIds) => call(updateLabels, { instanceIds, label, action })),
    )
    const { failed } = sortResults(items, answers)
    pending.release(failed.map((one) => one.item.instanceId))
    pending.settle()
    await refresh(items)
    showFailures(t('notChanged'), failed)
  } catch (error) {
    pending.release()
    showError(t('notChanged'), error)
  }
}

/** Changes the color that a label of an item has in its whole space. */
export async function colorLabel(item: Instance, name: string, color: LabelColor): Promise<void> {
  const labelColors = item.labelColors.map((one, index) => (item.labels[index] === name ? color : one))
  const pending = beginPending({ patches: [[item.instanceId, { labelColors }]] })
  try {
    const { instanceId } = item
    await inOrder(() => call(updateAttribute, { instanceId, labelColors: [{ name, color }] }))
    pending.settle()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.folders }),
      queryClient.invalidateQueries({ queryKey: queryKeys.search }),
      refresh([item]),
    ])
  } catch (error) {
    pending.release()
    showError(t('notChanged'), error)
  }
}

/** Rethrows the call's error, after which the text is still in its field. */
export async function saveRemark(item: Instance, remark: string): Promise<void> {
  const pending = beginPending({ patches: [[item.instanceId, { remark }]] })
  try {
    await inOrder(() => call(updateAttribute, { instanceId: item.instanceId, remark }))
    pending.settle()
  } catch (error) {
    pending.release()
    throw error
  }
  await refresh([item])
}

async function refresh(items: Items): Promise<void> {
  const folders = new Set(items.map((item) => item.parentId))
  for (const kind of ['details', 'favorites', 'labels'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  await queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, folders) })
}
