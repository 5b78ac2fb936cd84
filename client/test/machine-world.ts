import type { UploadCheck } from '@clouddisk/contract/uploads'
import { createItem, emptyState, type ItemFields } from '../src/uploads/items.ts'
import { next } from '../src/uploads/machine.ts'
import type { Effect, Failure, UploadEvent } from '../src/uploads/messages.ts'
import type { QueueNotice } from '../src/uploads/ports.ts'
import type { FolderGroup, UploadItem, UploadSettings, UploadState } from '../src/uploads/state.ts'

/** The machine without a runner: tests inspect its effects and send the results. */

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never
export type WorldEvent = WithoutTime<UploadEvent>
export type PendingEffect<T extends Effect['type']> = Extract<Effect, { type: T }> & { task: number }

export class MachineWorld {
  state: UploadState
  now = 1_000_000
  /** Effects without a result that were not cancelled. */
  pending: Effect[] = []
  cancelled: Effect[] = []
  notices: QueueNotice[] = []
  /** All effects so far. */
  log: Effect[] = []

  constructor(settings: Partial<UploadSettings> = {}, signedIn = true) {
    this.state = emptyState(settings)
    if (signedIn) this.send({ type: 'user', userId: 'lin' })
  }

  send(event: WorldEvent): Effect[] {
    const { state, effects } = next(this.state, { ...event, at: this.now } as UploadEvent)
    this.state = state
    for (const effect of effects) this.#take(effect)
    this.log.push(...effects)
    return effects
  }

  #take(effect: Effect): void {
    if (effect.type === 'notify') this.notices.push(effect.notice)
    if (effect.type === 'cancel') {
      const gone = this.pending.filter((other) => effect.tasks.includes(taskOf(other)))
      this.cancelled.push(...gone)
      this.pending = this.pending.filter((other) => !gone.includes(other))
    }
    if (taskOf(effect) >= 0) this.pending.push(effect)
  }

  add(...items: (Partial<ItemFields> & { uid: string })[]): void {
    this.send({ type: 'add', items: items.map(itemWith), groups: [] })
  }

  /** The pending effect of a type, optionally of one item or part. Throws if there is none. */
  expectPending<T extends Effect['type']>(
    type: T,
    which: { uid?: string; part?: number } = {},
  ): PendingEffect<T> {
    const found = this.pending.find(
      (effect) =>
        effect.type === type &&
        (which.uid === undefined || uidOf(effect) === which.uid) &&
        (which.part === undefined || ('part' in effect && effect.part === which.part)),
    )
    if (!found)
      throw new Error(`no ${type} pending, but ${this.pending.map((e) => e.type).join(', ') || 'nothing'}`)
    return found as PendingEffect<T>
  }

  pendingOf(type: Effect['type']): Effect[] {
    return this.pending.filter((effect) => effect.type === type)
  }

  /** Removes an effect and sends its result. */
  reply(effect: Effect, answer: Record<string, unknown> & { type: UploadEvent['type'] }): Effect[] {
    this.pending = this.pending.filter((other) => other !== effect)
    const about = 'group' in effect ? { groupId: effect.group.groupId } : { uid: uidOf(effect) }
    return this.send({ ...about, task: taskOf(effect), ...answer } as WorldEvent)
  }

  fail(effect: Effect, failure: Partial<Failure>): Effect[] {
    return this.reply(effect, { type: FAILED[effect.type] ?? 'failed', failure: { ...FAILURE, ...failure } })
  }

  endWait(effect: Effect = this.expectPending('wait')): Effect[] {
    if (effect.type === 'wait' || effect.type === 'waitBatch') this.now += effect.ms
    return this.reply(effect, { type: effect.type === 'waitBatch' ? 'batchWaitEnded' : 'waitEnded' })
  }

  item(uid: string): UploadItem {
    const found = this.state.items.find((item) => item.uid === uid)
    if (!found) throw new Error(`no item ${uid}`)
    return found
  }

  status(uid: string): string {
    return this.state.items.find((item) => item.uid === uid)?.status ?? 'gone'
  }
}

const FAILED: Partial<Record<Effect['type'], UploadEvent['type']>> = {
  folders: 'foldersFailed',
  batch: 'batchFailed',
  queryBatch: 'batchFailed',
}

export const FAILURE: Failure = {
  kind: 'server',
  step: 'call',
  name: null,
  errcode: null,
  message: null,
  details: {},
  traceId: null,
  store: false,
}

export const MD5 = 'a'.repeat(32)
export const SHA256 = 'b'.repeat(64)

export const itemWith = (fields: Partial<ItemFields> & { uid: string }): UploadItem =>
  createItem({
    name: `${fields.uid}.bin`,
    fileSize: 100,
    lastModified: 7,
    uploadType: 1,
    groupId: null,
    path: [],
    parentId: '0',
    uploadTo: 'Files',
    instanceType: 'NetDisk_0',
    fileSharingId: null,
    linkPath: null,
    loginMethod: 'sso',
    conflict: 'keepBoth',
    addedAt: 1,
    hasHandle: false,
    ...fields,
  })

export const groupOf = (groupId: string, folders: readonly string[][]): FolderGroup => ({
  groupId,
  name: folders[0]?.[0] ?? '',
  parentId: '0',
  fileSharingId: null,
  linkPath: null,
  folders,
  status: 'waiting',
  ids: {},
  error: null,
  task: null,
  tries: 0,
})

export const checkReply = (fields: Partial<UploadCheck> = {}): UploadCheck => ({
  uploadflag: '3',
  objectKey: 'key-1',
  bucketName: 'bucket',
  fId: 'f-1',
  storeEncryption: false,
  storeShards: false,
  syncSpeed: 104_857_600,
  partSize: 10,
  cloudProvider: 'local',
  expireTime: '2026-12-01T00:00:00.000Z',
  ...fields,
})

export const taskOf = (effect: Effect): number =>
  'task' in effect && typeof effect.task === 'number' ? effect.task : -1

/** The items of an effect. */
export const uidsOf = (effect: Effect): string[] =>
  effect.type === 'batch' || effect.type === 'queryBatch'
    ? effect.items.map(({ uid }) => uid)
    : [uidOf(effect) ?? []].flat()

function uidOf(effect: Effect): string | undefined {
  if ('uid' in effect) return effect.uid
  if ('item' in effect) return effect.item.uid
  return undefined
}
