import { nameKey } from '@clouddisk/contract/names'
import * as calls from './calls.ts'
import { createProgress, createRefresher } from './coalesce.ts'
import { failureOf, NoFileError } from './failure-of.ts'
import { emptyState, fromStored, groupFromStored } from './items.ts'
import { createKeeper } from './keeper.ts'
import { next } from './machine.ts'
import { askMany, sendMany } from './many.ts'
import type { Answer, Command, Effect } from './messages.ts'
import { createPace } from './pace.ts'
import type { UploadPorts } from './ports.ts'
import { itemsOf } from './selection.ts'
import { isFailed, sourceOf, type UploadQueue, type UploadSettings } from './state.ts'
import { type Job, perform } from './work.ts'

/** Runs the machine: does what it wants done through the ports and tells it what came of it. */

export interface QueueOptions {
  settings?: Partial<UploadSettings>
}

const SEED_DIGITS = 20

/** An upload queue that works once `setUser` has been called; `start` brings back what was stored. */
export function createUploadQueue(ports: UploadPorts, options: QueueOptions = {}): UploadQueue {
  const { api, clock, hooks, network, storage } = ports
  let state = emptyState(options.settings, ports.newId().slice(0, SEED_DIGITS))
  let stopped = false
  let telling = false
  const told: (Command | Answer)[] = []
  const listeners = new Set<() => void>()
  const files = new Map<string, Blob>()
  /** How to stop each task under way. */
  const stops = new Map<number, () => void>()
  /** What is being thrown away, by item: only then is its space free for the next check. */
  const recycling = new Map<string, Promise<void>>()
  const keeper = createKeeper(storage, clock, () => hooks.notify({ kind: 'storageFailed' }))
  const pace = createPace(clock)
  const progress = createProgress(clock, (sent) => tell({ type: 'progress', sent }))
  const refresh = createRefresher(clock, (parentIds) => {
    if (!stopped) hooks.refresh(parentIds)
  })

  /** One event after the other, also where an effect answers at once. */
  function tell(event: Command | Answer): void {
    if (stopped) return
    told.push(event)
    if (telling) return
    telling = true
    const before = state
    try {
      for (let now = told.shift(); now; now = told.shift()) {
        const turn = next(state, { ...now, at: clock.now() })
        state = turn.state
        for (const effect of turn.effects) execute(effect)
      }
    } finally {
      telling = false
    }
    if (state.items.length < before.items.length) forgetFiles()
    keeper.follow(state)
    for (const listener of listeners) listener()
  }

  function forgetFiles(): void {
    const uids = new Set(state.items.map(({ uid }) => uid))
    for (const uid of files.keys()) if (!uids.has(uid)) files.delete(uid)
  }

  function execute(effect: Effect) {
    switch (effect.type) {
      case 'cancel':
        return effect.tasks.forEach(cancel)
      case 'wait':
        return wait(effect, { type: 'woke', uid: effect.uid, task: effect.task })
      case 'waitGroup':
        return wait(effect, { type: 'groupWoke', groupId: effect.groupId, task: effect.task })
      case 'waitMany':
        return wait(effect, { type: 'manyWoke', task: effect.task })
      case 'many':
        return together(effect)
      case 'askMany':
        return askTogether(effect)
      case 'probe':
        return probe(effect.task, effect.ms)
      case 'folders':
        return makeFolders(effect)
      case 'recycle':
        return recycle(effect)
      case 'refresh':
        return refresh(effect.parentId, effect.ms)
      case 'finished':
        return hooks.finished(effect.record)
      case 'notify':
        return hooks.notify(effect.notice)
      case 'allEnded':
        return hooks.allEnded()
      default:
        return work(effect)
    }
  }

  function work(job: Job): void {
    const uid = 'uid' in job ? job.uid : job.item.uid
    const { task } = job
    const signal = begin(task)
    const bench = {
      ports,
      signal,
      file: () => fileOf(uid),
      onProgress: (bytes: number) => progress.note({ uid, task, bytes }),
      flush: keeper.flush,
      pace,
    }
    // A new session asks for space: what the old one held is given back first.
    const ready = job.type === 'check' ? recycling.get(uid) : undefined
    Promise.resolve(ready)
      .then(() => perform(job, bench))
      .then(
        (said) => answer(signal, { ...said, uid, task } as Answer & { task: number }),
        (error: unknown) =>
          answer(signal, { type: 'failed', uid, task, failure: failureOf(error, job.type) }),
      )
  }

  function together({ task, batchId, items }: Extract<Effect, { type: 'many' }>): void {
    const [first] = items
    const signal = begin(task)
    const onProgress = (bytes: number) => first && progress.note({ uid: first.uid, task, bytes })
    sendMany(batchId, items, { ports, signal, fileOf, onProgress, flush: keeper.flush }).then(
      (results) => answer(signal, { type: 'manyEnded', task, results }),
      (error: unknown) => answer(signal, { type: 'manyFailed', task, failure: failureOf(error, 'many') }),
    )
  }

  function askTogether({ task, batchId, items }: Extract<Effect, { type: 'askMany' }>): void {
    const signal = begin(task)
    askMany(batchId, items, ports, signal).then(
      (came) => answer(signal, { type: 'manyAsked', task, came }),
      (error: unknown) => answer(signal, { type: 'manyFailed', task, failure: failureOf(error, 'many') }),
    )
  }

  function fileOf(uid: string): Blob {
    const file = files.get(uid)
    if (!file) throw new NoFileError('no file in this page')
    return file
  }

  function makeFolders({ task, group }: Extract<Effect, { type: 'folders' }>): void {
    const { groupId } = group
    const signal = begin(task)
    calls.makeFolders(api, group, signal).then(
      (tree) => answer(signal, { type: 'foldersMade', groupId, task, tree }),
      (error: unknown) =>
        answer(signal, { type: 'foldersFailed', groupId, task, failure: failureOf(error, 'check') }),
    )
  }

  function recycle({ task, item }: Extract<Effect, { type: 'recycle' }>): void {
    const { uid } = item
    const signal = task === null ? new AbortController().signal : begin(task)
    const thrown = calls.recycle(api, item, signal).then(
      () => task !== null && answer(signal, { type: 'recycled', uid, task }),
      (error: unknown) =>
        task !== null && answer(signal, { type: 'failed', uid, task, failure: failureOf(error, 'recycle') }),
    )
    const over = thrown.then(() => {
      if (recycling.get(uid) === over) recycling.delete(uid)
    })
    recycling.set(uid, over)
  }

  function probe(task: number, ms: number): void {
    const done = (reachable: boolean) => tell({ type: 'probed', task, reachable })
    after(task, ms, () => {
      const signal = begin(task)
      network.reachable(signal).then(done, () => done(false))
    })
  }

  function wait({ task, ms, jitterMs }: { task: number; ms: number; jitterMs: number }, then: Answer): void {
    after(task, ms + ports.random() * jitterMs, () => tell(then))
  }

  function after(task: number, ms: number, run: () => void): void {
    const forget = clock.after(ms, () => {
      stops.delete(task)
      run()
    })
    stops.set(task, forget)
  }

  function begin(task: number): AbortSignal {
    const controller = new AbortController()
    stops.set(task, () => controller.abort())
    return controller.signal
  }

  /** What was cancelled has no answer any more. */
  function answer(signal: AbortSignal, what: Answer & { task: number }): void {
    if (signal.aborted) return
    stops.delete(what.task)
    progress.drop(what.task)
    tell(what)
  }

  function cancel(task: number): void {
    stops.get(task)?.()
    stops.delete(task)
    progress.drop(task)
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(upload) {
      const held = new Set(state.items.map(({ objectKey }) => objectKey))
      const fresh = upload.files.filter(({ session }) => !session || !held.has(session.objectKey))
      const queued = itemsOf({ ...upload, files: fresh }, ports.newId, clock.now())
      for (const [uid, { file, handle }] of queued.files) {
        files.set(uid, file)
        if (handle !== undefined) keeper.handle(uid, handle)
      }
      tell({ type: 'add', items: queued.items, groups: queued.groups })
      return queued.items.map(({ uid }) => uid)
    },
    attachFile(uid, given) {
      const item = state.items.find((known) => known.uid === uid)
      if (!item || !(item.status === 'pause' || isFailed(item))) return 'unknown'
      const same = nameKey(given.name) === nameKey(sourceOf(item).name) && given.file.size === item.fileSize
      if (!same) return 'different'
      files.set(uid, given.file)
      const hasHandle = given.handle !== undefined
      if (hasHandle) keeper.handle(uid, given.handle)
      tell({ type: 'attach', uid, lastModified: given.lastModified, ...(hasHandle && { hasHandle }) })
      return given.lastModified === item.lastModified ? 'attached' : 'restarted'
    },
    pause: (uids) => tell({ type: 'pause', uids }),
    resume: (uids) => tell({ type: 'resume', uids }),
    retry: (uids, conflict) => tell({ type: 'retry', uids, conflict: conflict ?? null }),
    remove: (uids) => tell({ type: 'remove', uids }),
    pauseAll: () => tell({ type: 'pauseAll' }),
    resumeAll: () => tell({ type: 'resumeAll' }),
    setConflict: (uids, conflict) => tell({ type: 'setConflict', uids, conflict }),
    setOnline: (online) => tell({ type: 'online', online }),
    setUser: (userId) => tell({ type: 'user', userId }),
    configure: (settings) => tell({ type: 'configure', settings }),
    async start() {
      const stored = await storage.load().catch(() => null)
      if (!stored || stopped) return
      for (const [uid, file] of stored.files) files.set(uid, file)
      const items = stored.items
        .filter((item) => item.status !== 'success')
        .map((item) => fromStored(item, files.has(item.uid)))
      const groups = stored.groups.map(groupFromStored)
      keeper.adopt(stored.items.map(({ uid }) => uid))
      tell({ type: 'restore', userId: stored.userId, items, groups })
    },
    async stop() {
      stopped = true
      for (const stop of stops.values()) stop()
      stops.clear()
      await keeper.flush()
    },
  }
}
