import { withoutHashes } from './items.ts'
import type { Effect } from './messages.ts'
import { withStoppedTransfer } from './progress.ts'
import {
  type FolderGroup,
  type ItemWork,
  isActive,
  type PauseReason,
  type Task,
  type TaskKind,
  type UploadItem,
  type UploadState,
} from './state.ts'

/** One transition of the machine: the state under change, and the effects emitted so far. */
export class Transition {
  readonly at: number
  readonly effects: Effect[] = []
  #state: UploadState
  /** Copy of the items, made when the first of them changes. */
  #items: UploadItem[] | null = null
  #lastIndex = 0

  constructor(state: UploadState, at: number) {
    this.#state = state
    this.at = at
  }

  get state(): UploadState {
    if (this.#items) this.#state = { ...this.#state, items: this.#items }
    this.#items = null
    return this.#state
  }

  get items(): readonly UploadItem[] {
    return this.#items ?? this.#state.items
  }

  get settings() {
    return this.#state.settings
  }

  /** Whether requests may be sent. */
  get canRequest(): boolean {
    return this.#state.online && this.#state.signedIn
  }

  updateState(change: Partial<UploadState>): void {
    this.#state = { ...this.state, ...change }
  }

  emit(effect: Effect): void {
    this.effects.push(effect)
  }

  item(uid: string): UploadItem | undefined {
    return this.items[this.#indexOf(uid)]
  }

  putItem(item: UploadItem): void {
    this.#items ??= [...this.#state.items]
    const index = this.#indexOf(item.uid)
    if (index >= 0) this.#items[index] = item
  }

  /** Mostly the same item again, or the one after it: a search for each would make a batch quadratic. */
  #indexOf(uid: string): number {
    for (const index of [this.#lastIndex, this.#lastIndex + 1])
      if (this.items[index]?.uid === uid) {
        this.#lastIndex = index
        return index
      }
    const index = this.items.findIndex((item) => item.uid === uid)
    if (index >= 0) this.#lastIndex = index
    return index
  }

  updateItem(uid: string, change: (item: UploadItem) => UploadItem): void {
    const item = this.item(uid)
    if (item) this.putItem(change(item))
  }

  editItem(uid: string, change: Partial<UploadItem>, work: Partial<ItemWork> = {}): void {
    this.updateItem(uid, (item) => ({ ...item, ...change, work: { ...item.work, ...work } }))
  }

  removeItem(uid: string): void {
    this.removeItems([uid])
  }

  /** Removes items from the list, and a group with the last of its items. */
  removeItems(uids: readonly string[]): void {
    for (const uid of uids) this.cancelTasks(uid)
    const removed = new Set(uids)
    const items = this.items.filter(({ uid }) => !removed.has(uid))
    if (items.length === this.items.length) return
    const groups = new Set(
      this.items.flatMap(({ uid, groupId }) => (removed.has(uid) ? (groupId ?? []) : [])),
    )
    for (const { groupId } of items) if (groupId !== null) groups.delete(groupId)
    this.updateState({ items, done: items.length === 0 ? 0 : this.state.done })
    for (const groupId of groups) this.removeGroup(groupId)
  }

  group(groupId: string): FolderGroup | undefined {
    return this.state.groups.find((group) => group.groupId === groupId)
  }

  editGroup(groupId: string, change: Partial<FolderGroup>): void {
    const groups = this.state.groups.map((group) =>
      group.groupId === groupId ? { ...group, ...change } : group,
    )
    this.updateState({ groups })
  }

  removeGroup(groupId: string): void {
    const group = this.group(groupId)
    if (group?.task) this.emit({ type: 'cancel', tasks: [group.task.id] })
    this.updateState({ groups: this.state.groups.filter((other) => other.groupId !== groupId) })
  }

  nextTask(): number {
    const id = this.state.nextTask
    this.updateState({ nextTask: id + 1 })
    return id
  }

  /** Starts a task of an item. `effect` gets the item including the task. */
  startTask(
    uid: string,
    task: { kind: TaskKind; part?: number; waiting?: Task['waiting']; store?: boolean; until?: number },
    effect: ((id: number, item: UploadItem) => Effect) | null,
  ): void {
    const item = this.item(uid)
    if (!item) return
    const id = this.nextTask()
    const { kind, part = null, waiting = null, store = false, until } = task
    const started: Task = { id, kind, part, waiting, ...(store && { store }), ...(until && { until }) }
    const changed = { ...item, work: { ...item.work, tasks: [...item.work.tasks, started] } }
    this.putItem(changed)
    if (effect) this.emit(effect(id, changed))
  }

  /** Ends a running task. Returns undefined for late or repeated results. */
  endTask(uid: string, id: number): Task | undefined {
    const item = this.item(uid)
    const task = item?.work.tasks.find((running) => running.id === id)
    if (item && task) this.editItem(uid, {}, { tasks: item.work.tasks.filter((other) => other !== task) })
    return task
  }

  /** Ends the task of a batch; returns its items after the change, none for late or repeated results. */
  endBatchTask(id: number): UploadItem[] {
    const members = this.items.filter(({ work }) => work.tasks.some((task) => task.id === id))
    for (const { uid } of members) this.endTask(uid, id)
    return members.flatMap(({ uid }) => this.item(uid) ?? [])
  }

  /** Cancels the item's tasks except those of the kinds in `keep`. The task of a batch ends for all its items. */
  cancelTasks(uid: string, keep: readonly TaskKind[] = []): void {
    const item = this.item(uid)
    const cancelled = item?.work.tasks.filter((task) => !keep.includes(task.kind)) ?? []
    if (!item || cancelled.length === 0) return
    this.emit({ type: 'cancel', tasks: cancelled.map((task) => task.id) })
    this.editItem(uid, {}, { tasks: item.work.tasks.filter((task) => keep.includes(task.kind)) })
    for (const { id, kind } of cancelled) if (kind === 'batch') this.endBatchTask(id)
  }

  /** Pauses an item. Hashing needs no network and continues unless the user paused the item (R109, R113). */
  pauseItem(uid: string, pauseReason: PauseReason): void {
    this.cancelTasks(uid, pauseReason === 'user' ? [] : ['hash'])
    this.updateItem(uid, (item) => {
      const parts = item.uploadId ? 'unknown' : item.work.parts
      const paused = {
        ...item,
        status: 'pause',
        pauseReason,
        error: null,
        errorMsg: null,
        work: { ...item.work, parts, tries: {} },
      } as const
      return withStoppedTransfer(
        pauseReason === 'user' && item.fMd5 === null ? withoutHashes(paused) : paused,
      )
    })
  }

  /** Pauses everything that needs the network or a session. */
  pauseActive(reason: 'offline' | 'signedOut'): void {
    for (const item of this.items) {
      if (isActive(item)) this.pauseItem(item.uid, reason)
      else if (item.status === 'deleted') this.cancelTasks(item.uid)
    }
    for (const group of this.state.groups) {
      if (group.status !== 'creating') continue
      if (group.task) this.emit({ type: 'cancel', tasks: [group.task.id] })
      this.editGroup(group.groupId, { status: 'waiting', task: null, tries: 0 })
    }
  }

  resumePaused(reason: 'offline' | 'signedOut'): void {
    for (const item of this.items) {
      if (item.status === 'pause' && item.pauseReason === reason) {
        this.editItem(item.uid, { status: 'ready', pauseReason: null })
      }
    }
  }
}
