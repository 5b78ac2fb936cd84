import type { UploadState } from '@clouddisk/client/uploads/state'

/** The difference between two snapshots, with the changed items only. Pure. */
export interface StateChange {
  readonly items: UploadState['items']
  /** All uids in order, if items were added, removed or moved; else null. */
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
