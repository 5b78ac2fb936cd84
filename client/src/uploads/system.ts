import { newTraceId } from '../http/call.ts'
import type { StorageChange, StoredItem, StoredQueue, UploadPorts, UploadStorage } from './ports.ts'

/** Ports that are the same in a browser and in Node. */
export const systemPorts: Pick<UploadPorts, 'clock' | 'random' | 'newId'> = {
  clock: {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  random: Math.random,
  newId: newTraceId,
}

/** Storage in memory: for Node, and for browsers without a database. */
export function memoryStorage(): UploadStorage & { queue(): StoredQueue } {
  let userId: string | null = null
  let order: readonly string[] = []
  let groups: StoredQueue['groups'] = []
  const items = new Map<string, StoredItem>()
  const queue = (): StoredQueue => ({
    userId,
    items: order.flatMap((uid) => items.get(uid) ?? []),
    groups,
    files: new Map(),
  })
  return {
    queue,
    load: async () => queue(),
    save: async (change: StorageChange) => {
      userId = change.userId
      groups = change.groups ?? groups
      for (const item of change.put) items.set(item.uid, item)
      for (const uid of change.remove) items.delete(uid)
      order = change.order ?? order
    },
  }
}
