import { SECOND } from '@clouddisk/contract/time'
import type { KeyedMutex } from './keyed-mutex.ts'
import { NoSuchUpload, type ObjectError, TransferStalled } from './port.ts'

/** A sender is cut off after this when the same part is sent again: its connection is probably dead. */
const SUPERSEDED_MS = 5 * SECOND

interface Writer {
  readonly done: Promise<unknown>
  readonly cancel: AbortController
}

/** Running writers by target, so that no two write the same bytes and none outlives its file. */
export class ActiveWriters<K extends string | number> {
  readonly #byTarget = new Map<K, Set<Writer>>()

  async run<T>(target: K, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
    const cancel = new AbortController()
    const done = work(cancel.signal)
    const writer = { done, cancel }
    const writers = this.#byTarget.get(target) ?? new Set<Writer>()
    this.#byTarget.set(target, writers.add(writer))
    try {
      return await done
    } finally {
      writers.delete(writer)
      if (writers.size === 0) this.#byTarget.delete(target)
    }
  }

  /** Runs one writer of a target at a time. `begin` is called under the mutex, after the previous writer has ended. */
  async runAlone<T>(
    target: K,
    mutex: KeyedMutex,
    begin: () => Promise<(cancel: AbortSignal) => Promise<T>>,
  ): Promise<T> {
    for (;;) {
      while (await this.waitFor(target));
      const begun = await mutex.run(String(target), async () => {
        if (this.has(target)) return undefined
        const work = await begin()
        // The mutex is released before the body is received, which may take long.
        return { done: this.run(target, work) }
      })
      if (begun) return begun.done
    }
  }

  has(target: K): boolean {
    return this.#byTarget.has(target)
  }

  /** Waits for a running writer and cuts it off if that takes long; false if there is none. */
  async waitFor(target: K): Promise<boolean> {
    const [writer] = this.#byTarget.get(target) ?? []
    if (!writer) return false
    const timer = setTimeout(() => writer.cancel.abort(new TransferStalled()), SUPERSEDED_MS)
    await writer.done.catch(() => undefined)
    clearTimeout(timer)
    return true
  }

  /** Cuts off the writers of one target and waits for their end. */
  stop(target: K): Promise<void> {
    return this.stopWhere((one) => one === target)
  }

  stopWhere(matches: (target: K) => boolean, reason: ObjectError = new NoSuchUpload()): Promise<void> {
    const stopped = [...this.#byTarget].filter(([target]) => matches(target)).flatMap(([, all]) => [...all])
    for (const { cancel } of stopped) cancel.abort(reason)
    return Promise.allSettled(stopped.map(({ done }) => done)).then(() => undefined)
  }

  stopAll(reason?: ObjectError): Promise<void> {
    return this.stopWhere(() => true, reason)
  }
}
