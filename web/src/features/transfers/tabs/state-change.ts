import type { UploadState } from '@clouddisk/client/uploads/state'

/** What is different between two snapshots; items are told only where they changed. Pure. */
export interface StateChange {
  readonly items: UploadState['items']
  /** uids, where items came, went or moved. */
  readonly order: readonly string[] | null
  readonly rest: Omit<UploadState, 'items'>
}

export function diffStates(before: UploadState, after: UploadState): StateChange {
  const { items, ...rest } = after
  const known = new Set(before.items)
  const order = items.map(({ uid }) => uid)
  const same = order.length === before.items.length && before.items.every(({ uid }, i) => uid === order[i])
  return { items: items.filter((item) => !known.has(item)), order: same ? null : order, rest }
}

export function applyStateChange(before: UploadState, change: StateChange): UploadState {
  const byUid = new Map([...before.items, ...change.items].map((item) => [item.uid, item]))
  const order = change.order ?? before.items.map(({ uid }) => uid)
  return { ...change.rest, items: order.flatMap((uid) => byUid.get(uid) ?? []) }
}
