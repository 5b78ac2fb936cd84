import { nameKey } from '@clouddisk/contract/names'
import { createBandwidthLimiter } from './bandwidth.ts'
import { queryBatch, sendFileBatch } from './batch-calls.ts'
import * as calls from './calls.ts'
import { coalesceProgress, coalesceRefreshes } from './coalesce.ts'
import { createItems } from './create-items.ts'
import { type ItemEffect, runItemEffect } from './effects.ts'
import { failureOf, NoFileError } from './errors.ts'
import { emptyState, fromStored, groupFromStored } from './items.ts'
import { next } from './machine.ts'
import type { Effect, EffectResult, QueueCommand } from './messages.ts'
import { createPersistence } from './persistence.ts'
import type { UploadPorts } from './ports.ts'
import { isFailed, sourceNameOf, type UploadQueue, type UploadSettings } from './state.ts'

/** Runs the machine: executes its effects through the ports and dispatches the results. */

export interface QueueOptions {
  settings?: Partial<UploadSettings>
}

const SEED_DIGITS = 20

/** Creates an upload queue. It works after `setUser` has been called; `start` restores the stored queue. */
export function createUploadQueue(ports: UploadPorts, options: QueueOptions = {}): UploadQueue {
  const { api, clock, hooks, network, storage } = ports
  let state = emptyState(options.settings, ports.newId().slice(0, SEED_DIGITS))
  let stopped = false
  let isDispatching = false
  const pendingEvents: (QueueCommand | EffectResult)[] = []
  const listeners = new Set<() => void>()
  const files = new Map<string, Blob>()
  /** Cancel functions of running tasks. */
  const cancellers = new Map<number, () => void>()
  /** Sessions being discarded, by item. Their space is free for the next check only afterwards. */
  const discarding = new Map<string, Promise<void>>()
  const persistence = createPersistence(storage, clock, () => hooks.notify({ kind: 'storageFailed' }))
  const limitBandwidth = createBandwidthLimiter(clock)
  const progress = coalesceProgress(clock, (sent) => dispatch({ type: 'progress', sent }))
  const refresh = coalesceRefreshes(clock, (parentIds) => {
    if (!stopped) hooks.refresh(parentIds)
  })

  /** Processes events one at a time, also if an effect yields a result at once. */
  function dispatch(event: QueueCommand | EffectResult): void {
    if (stopped) return
    pendingEvents.push(event)
    if (isDispatching) return
    isDispatching = true
    const before = state
    try {
      for (let queued = pendingEvents.shift(); queued; queued = pendingEvents.shift()) {
        const transition = next(state, { ...queued, at: clock.now() })
        state = transition.state
        for (const effect of transition.effects) execute(effect)
      }
    } finally {
      isDispatching = false
    }
    if (state.items.length < before.items.length) dropUnusedFiles()
    persistence.update(state)
    for (const listener of listeners) listener()
  }

  function dropUnusedFiles(): void {
    const uids = new Set(state.items.map(({ uid }) => uid))
    for (const uid of files.keys()) if (!uids.has(uid)) files.delete(uid)
  }

  function execute(effect: Effect) {
    switch (effect.type) {
      case 'cancel':
        return effect.tasks.forEach(cancel)
      case 'wait':
        return wait(effect, { type: 'waitEnded', uid: effect.uid, task: effect.task })
      case 'waitGroup':
        return wait(effect, { type: 'groupWaitEnded', groupId: effect.groupId, task: effect.task })
      case 'waitBatch':
        return wait(effect, { type: 'batchWaitEnded', task: effect.task })
      case 'batch':
        return runBatch(effect)
      case 'queryBatch':
        return runBatchQuery(effect)
      case 'probe':
        return probe(effect.task, effect.ms)
      case 'folders':
        return createFolders(effect)
      case 'recycle':
        return discardSession(effect)
      case 'refresh':
        return refresh(effect.parentId, effect.ms)
      case 'finished':
        return hooks.finished(effect.record)
      case 'notify':
        return hooks.notify(effect.notice)
      case 'allEnded':
        return hooks.allEnded()
      default:
        return runEffect(effect)
    }
  }

  function runEffect(effect: ItemEffect): void {
    const uid = 'uid' in effect ? effect.uid : effect.item.uid
    const { task } = effect
    const signal = beginTask(task)
    const context = {
      ports,
      signal,
      file: () => fileOf(uid),
      onProgress: (bytes: number) => progress.note({ uid, task, bytes }),
      flush: persistence.flush,
      limitBandwidth,
    }
    // A new session reserves space: waits until the old session has released its own.
    const ready = effect.type === 'check' ? discarding.get(uid) : undefined
    Promise.resolve(ready)
      .then(() => runItemEffect(effect, context))
      .then(
        (result) => finishTask(signal, { ...result, uid, task } as EffectResult & { task: number }),
        (error: unknown) =>
          finishTask(signal, { type: 'failed', uid, task, failure: failureOf(error, effect.type) }),
      )
  }

  function runBatch({ task, batchId, items }: Extract<Effect, { type: 'batch' }>): void {
    const [first] = items
    const signal = beginTask(task)
    const onProgress = (bytes: number) => first && progress.note({ uid: first.uid, task, bytes })
    sendFileBatch(batchId, items, { ports, signal, fileOf, onProgress, flush: persistence.flush }).then(
      (results) => finishTask(signal, { type: 'batchSent', task, results }),
      (error: unknown) =>
        finishTask(signal, { type: 'batchFailed', task, failure: failureOf(error, 'batch') }),
    )
  }

  function runBatchQuery({ task, batchId, items }: Extract<Effect, { type: 'queryBatch' }>): void {
    const signal = beginTask(task)
    queryBatch(batchId, items, ports, signal).then(
      (results) => finishTask(signal, { type: 'batchQueried', task, results }),
      (error: unknown) =>
        finishTask(signal, { type: 'batchFailed', task, failure: failureOf(error, 'batch') }),
    )
  }

  function fileOf(uid: string): Blob {
    const file = files.get(uid)
    if (!file) throw new NoFileError('no file in this page')
    return file
  }

  function createFolders({ task, group }: Extract<Effect, { type: 'folders' }>): void {
    const { groupId } = group
    const signal = beginTask(task)
    calls.requestFolders(api, group, signal).then(
      (tree) => finishTask(signal, { type: 'foldersCreated', groupId, task, tree }),
      (error: unknown) =>
        finishTask(signal, { type: 'foldersFailed', groupId, task, failure: failureOf(error, 'check') }),
    )
  }

  function discardSession({ task, item }: Extract<Effect, { type: 'recycle' }>): void {
    const { uid } = item
    const signal = task === null ? new AbortController().signal : beginTask(task)
    const discarded = calls.requestRecycle(api, item, signal).then(
      () => task !== null && finishTask(signal, { type: 'recycled', uid, task }),
      (error: unknown) =>
        task !== null &&
        finishTask(signal, { type: 'failed', uid, task, failure: failureOf(error, 'recycle') }),
    )
    const settled = discarded.then(() => {
      if (discarding.get(uid) === settled) discarding.delete(uid)
    })
    discarding.set(uid, settled)
  }

  function probe(task: number, ms: number): void {
    const done = (reachable: boolean) => dispatch({ type: 'probed', task, reachable })
    schedule(task, ms, () => {
      const signal = beginTask(task)
      network.reachable(signal).then(done, () => done(false))
    })
  }

  function wait(
    { task, ms, jitterMs }: { task: number; ms: number; jitterMs: number },
    then: EffectResult,
  ): void {
    schedule(task, ms + ports.random() * jitterMs, () => dispatch(then))
  }

  function schedule(task: number, ms: number, run: () => void): void {
    const forget = clock.after(ms, () => {
      cancellers.delete(task)
      run()
    })
    cancellers.set(task, forget)
  }

  function beginTask(task: number): AbortSignal {
    const controller = new AbortController()
    cancellers.set(task, () => controller.abort())
    return controller.signal
  }

  /** Ignores results of cancelled tasks. */
  function finishTask(signal: AbortSignal, result: EffectResult & { task: number }): void {
    if (signal.aborted) return
    cancellers.delete(result.task)
    progress.drop(result.task)
    dispatch(result)
  }

  function cancel(task: number): void {
    cancellers.get(task)?.()
    cancellers.delete(task)
    progress.drop(task)
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(upload) {
      const activeKeys = new Set(state.items.map(({ objectKey }) => objectKey))
      const newFiles = upload.files.filter(({ session }) => !session || !activeKeys.has(session.objectKey))
      const queued = createItems({ ...upload, files: newFiles }, ports.newId, clock.now())
      for (const [uid, { file, handle }] of queued.files) {
        files.set(uid, file)
        if (handle !== undefined) persistence.putHandle(uid, handle)
      }
      dispatch({ type: 'add', items: queued.items, groups: queued.groups })
      return queued.items.map(({ uid }) => uid)
    },
    attachFile(uid, chosen) {
      const item = state.items.find((other) => other.uid === uid)
      if (!item || !(item.status === 'pause' || isFailed(item))) return 'unknown'
      const same =
        nameKey(chosen.name) === nameKey(sourceNameOf(item).name) && chosen.file.size === item.fileSize
      if (!same) return 'different'
      files.set(uid, chosen.file)
      const hasHandle = chosen.handle !== undefined
      if (hasHandle) persistence.putHandle(uid, chosen.handle)
      dispatch({ type: 'attach', uid, lastModified: chosen.lastModified, ...(hasHandle && { hasHandle }) })
      return chosen.lastModified === item.lastModified ? 'attached' : 'restarted'
    },
    pause: (uids) => dispatch({ type: 'pause', uids }),
    resume: (uids) => dispatch({ type: 'resume', uids }),
    retry: (uids, conflict) => dispatch({ type: 'retry', uids, conflict: conflict ?? null }),
    remove: (uids) => dispatch({ type: 'remove', uids }),
    pauseAll: () => dispatch({ type: 'pauseAll' }),
    resumeAll: () => dispatch({ type: 'resumeAll' }),
    setConflict: (uids, conflict) => dispatch({ type: 'setConflict', uids, conflict }),
    setOnline: (online) => dispatch({ type: 'online', online }),
    setUser: (userId) => dispatch({ type: 'user', userId }),
    configure: (settings) => dispatch({ type: 'configure', settings }),
    async start() {
      const stored = await storage.load().catch(() => null)
      if (!stored || stopped) return
      for (const [uid, file] of stored.files) files.set(uid, file)
      const items = stored.items
        .filter((item) => item.status !== 'success')
        .map((item) => fromStored(item, files.has(item.uid)))
      const groups = stored.groups.map(groupFromStored)
      persistence.adoptStored(stored.items.map(({ uid }) => uid))
      dispatch({ type: 'restore', userId: stored.userId, items, groups })
    },
    async stop() {
      stopped = true
      for (const stop of cancellers.values()) stop()
      cancellers.clear()
      await persistence.flush()
    },
  }
}
