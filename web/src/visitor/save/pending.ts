import type { Instance } from '@clouddisk/contract/files'
import { linkPath } from '../address.ts'
import { PENDING_KEY } from './has-pending.ts'

/** What is saved once the visitor has signed in, in this tab. */

/** What is known of an item that is saved. */
export type Savable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'>

export function keepPending(items: readonly Savable[]): void {
  const kept = items.map(({ instanceId, instanceName, classifierId, fileSize }) => ({
    instanceId,
    instanceName,
    classifierId,
    fileSize,
  }))
  try {
    sessionStorage.setItem(PENDING_KEY, JSON.stringify({ linkPath, items: kept }))
  } catch {
    // Storage is blocked or full: the visitor chooses again.
  }
}

/** The items, once; none where another link's were kept. */
export function takePending(): readonly Savable[] {
  try {
    const kept = sessionStorage.getItem(PENDING_KEY)
    sessionStorage.removeItem(PENDING_KEY)
    const { linkPath: path, items } = JSON.parse(kept ?? '{}') as { linkPath?: string; items?: Savable[] }
    return (path === linkPath && items) || []
  } catch {
    return []
  }
}
