import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import {
  querySyncClusters,
  removeSync,
  runSync,
  type SyncedInstance,
  type SyncState,
  syncInstances,
} from '@clouddisk/contract/node-sync'
import type { Input } from '@clouddisk/contract/route'
import { CloudOff } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { callInBatches, type NamedItem, sortResults } from '../../lib/batches.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createRequests } from '../../lib/requests.ts'
import type { Tone } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** Calls of node sync. */

/** What the dialog is opened for: items to be synced, or one whose sync is changed. */
export type SyncSubject =
  | { readonly items: readonly NamedItem[] }
  | { readonly synced: SyncedInstance }
  | { readonly group: Pick<AdminGroup, 'groupId' | 'groupName'> }

export const syncRequests = createRequests<SyncSubject, void>()

export const SYNC_KEY = ['node-sync'] as const
export const clustersQuery = callQuery(['node-sync-clusters'], querySyncClusters, {})

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SYNC_KEY })

export const TONES: Record<SyncState, Tone> = {
  waiting: 'neutral',
  syncing: 'info',
  finished: 'ok',
  failed: 'danger',
}

export type SyncChoice = Omit<Input<typeof syncInstances>, 'instanceIds'>

/** Rejects with the call's error; shows what was refused of single items. */
export async function saveSync(items: readonly NamedItem[], choice: SyncChoice): Promise<void> {
  const answers = await inBatches(items, (instanceIds) => call(syncInstances, { instanceIds, ...choice }))
  const { done, failed } = sortResults(items, answers)
  if (done.length > 0) toast.ok(t('saved'))
  showFailures(t('notSaved'), failed)
  await refresh()
}

export async function runNow(items: readonly SyncedInstance[]): Promise<void> {
  try {
    const answers = await inBatches(items, (instanceIds) => call(runSync, { instanceIds }))
    const { done, failed } = sortResults(items, answers)
    if (done.length > 0) toast.ok(t('begun'))
    showFailures(t('notBegun'), failed)
    await refresh()
  } catch (error) {
    showError(t('notBegun'), error)
  }
}

/** @returns whether any was stopped. */
export async function stopSync(items: readonly SyncedInstance[]): Promise<boolean> {
  const [only] = items
  const sure = await confirm({
    type: 'warning',
    title:
      items.length === 1 && only
        ? t('stopOneTitle', { name: only.instanceName })
        : t('stopTitle', { count: items.length }),
    text: t('stopText'),
    confirmText: t('stop'),
    confirmIcon: CloudOff,
    danger: true,
  })
  if (!sure) return false
  try {
    const answers = await inBatches(items, (instanceIds) => call(removeSync, { instanceIds }))
    const { done, failed } = sortResults(items, answers)
    if (done.length > 0) toast.ok(t('stopped'))
    showFailures(t('notStopped'), failed)
    await refresh()
    return done.length > 0
  } catch (error) {
    showError(t('notStopped'), error)
    return false
  }
}

const inBatches = <R>(items: readonly NamedItem[], ask: (ids: string[]) => Promise<R>): Promise<R[]> =>
  callInBatches(
    items.map(({ instanceId }) => instanceId),
    ask,
  )
