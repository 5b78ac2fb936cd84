import { toStored } from './items.ts'
import type { Clock, UploadStorage } from './ports.ts'
import type { UploadItem, UploadState } from './state.ts'

/**
 * Writes changes of the queue to the storage. Changes that decide how an item continues after a crash are written at
 * once, progress at most once a second.
 */
interface QueuePersistence {
  /** Compares a new state with the last one and schedules a write. */
  update(state: UploadState): void
  /** Stores a file's handle with its item. */
  putHandle(uid: string, handle: unknown): void
  /** Ids already in the storage. Those that the queue does not restore are removed. */
  adoptStored(uids: readonly string[]): void
  /** Writes everything pending; never rejects. */
  flush(): Promise<void>
}

const PROGRESS_WRITE_MS = 1000

export function createPersistence(
  storage: UploadStorage,
  clock: Clock,
  onFailure: () => void,
): QueuePersistence {
  let latest: UploadState | undefined
  /** Order as stored. */
  let order: readonly string[] = []
  let groups: UploadState['groups'] = []
  const dirty = new Set<string>()
  const handles = new Map<string, unknown>()
  let cancelTimer: (() => void) | undefined
  let urgent = false
  let writing: Promise<void> = Promise.resolve()
  let failed = false

  function write(): void {
    cancelTimer?.()
    cancelTimer = undefined
    urgent = false
    const state = latest
    if (!state) return
    const change = {
      userId: state.userId,
      ...itemChanges(order, state, dirty),
      groups: groups === state.groups ? null : state.groups,
      handles: new Map(handles),
    }
    order = change.order ?? order
    groups = state.groups
    dirty.clear()
    handles.clear()
    writing = writing
      .then(() => storage.save(change))
      .catch(() => {
        if (!failed) onFailure()
        failed = true
      })
  }

  /** Marks changed items; returns true if they must be written at once. */
  function markChanged(before: UploadState | undefined, state: UploadState): boolean {
    const items = new Map(before?.items.map((item) => [item.uid, item]))
    let isUrgent = items.size !== state.items.length
    for (const item of state.items) {
      const old = items.get(item.uid)
      if (old === item) continue
      dirty.add(item.uid)
      isUrgent ||= !old || needsPromptWrite(old, item)
    }
    return isUrgent
  }

  function schedule(soon: boolean): void {
    if (cancelTimer && (!soon || urgent)) return
    cancelTimer?.()
    urgent = soon
    cancelTimer = clock.after(soon ? 0 : PROGRESS_WRITE_MS, write)
  }

  return {
    update(state) {
      const before = latest
      latest = state
      if (before === state) return
      const soon = before?.userId !== state.userId || before?.groups !== state.groups
      const changed = before?.items === state.items ? false : markChanged(before, state)
      if (soon || changed || dirty.size > 0) schedule(soon || changed)
    },
    putHandle: (uid, handle) => void handles.set(uid, handle),
    adoptStored(uids) {
      order = uids
      schedule(true)
    },
    flush() {
      if (cancelTimer) write()
      return writing
    },
  }
}

/** Changes that must survive a reload, or a file might be sent or saved twice. */
const needsPromptWrite = (a: UploadItem, b: UploadItem): boolean =>
  a.status !== b.status ||
  a.objectKey !== b.objectKey ||
  a.uploadId !== b.uploadId ||
  a.sha256 !== b.sha256 ||
  a.parentId !== b.parentId ||
  a.conflict !== b.conflict ||
  a.needsFile !== b.needsFile ||
  a.work.completing !== b.work.completing ||
  a.work.stored !== b.work.stored ||
  a.work.second !== b.work.second ||
  a.work.batch !== b.work.batch

/** Leaves out finished items, which are in the list of finished transfers. */
function itemChanges(stored: readonly string[], state: UploadState, dirty: ReadonlySet<string>) {
  const unfinished = state.items.filter((item) => item.status !== 'success')
  const order = unfinished.map(({ uid }) => uid)
  const uids = new Set(order)
  return {
    put: unfinished.filter(({ uid }) => dirty.has(uid)).map(toStored),
    remove: stored.filter((uid) => !uids.has(uid)),
    order: order.join() === stored.join() ? null : order,
  }
}
