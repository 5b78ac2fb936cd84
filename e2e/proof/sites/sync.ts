import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { pageSyncedInstances, runSync, type SyncTarget, syncInstances } from '@clouddisk/contract/node-sync'
import type { Person } from '../../../server/test/person.ts'
import type { Site } from './world.ts'

/** Node sync as its user sees it. */

const LATE_MS = 240_000

type Direction = 'oneWay' | 'twoWay'

export async function syncTo(
  person: Person,
  instanceId: string,
  { clusterId }: Site,
  direction: Direction = 'oneWay',
): Promise<void> {
  const choice = { clusterIds: [clusterId], direction, mode: 'syncAndSave' as const }
  const { list } = await person.call(syncInstances, { instanceIds: [instanceId], ...choice })
  assert.deepEqual(
    list.map(({ errmsg }) => errmsg),
    [''],
  )
}

export async function syncAgain(person: Person, instanceId: string): Promise<void> {
  await person.call(runSync, { instanceIds: [instanceId] })
}

/** Of an item: how it stands at each cluster. */
export async function targetsOf(person: Person, instanceId: string): Promise<readonly SyncTarget[]> {
  const { list } = await person.call(pageSyncedInstances, { pageSize: 100 })
  return list.find((one) => one.instanceId === instanceId)?.clusters ?? []
}

/** Ends once all its clusters are in the state. @returns the states that were seen on the way, in order. */
export async function seenUntil(
  person: Person,
  instanceId: string,
  wanted: SyncTarget['status'],
): Promise<{ seen: string[]; targets: readonly SyncTarget[] }> {
  const seen: string[] = []
  for (const late = Date.now() + LATE_MS; ; await delay(50)) {
    const targets = await targetsOf(person, instanceId)
    for (const { status } of targets) if (seen.at(-1) !== status) seen.push(status)
    if (targets.length > 0 && targets.every(({ status }) => status === wanted)) return { seen, targets }
    if (Date.now() > late) throw new Error(`not ${wanted} in time: ${JSON.stringify(targets)}`)
  }
}
