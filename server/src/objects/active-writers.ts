import { SECOND } from '@clouddisk/contract/time'
import { NoSuchUpload, type ObjectError, TransferStalled } from './port.ts'

/** A sender is cut off after this when the same part is sent again: its connection is probably dead. */
const OUTDONE_MS = 5 * SECOND

interface Writing {
  readonly done: Promise<unknown>
  readonly cancel: AbortController
}

/** Running writers by target, so that no two write the same bytes and none outlives its file. */
export class ActiveWriters<K> {
  readonly #byPlace = new Map<K, Set<Writing>>()

  async run<T>(place: K, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
    const cancel = new AbortController()
    const done = work(cancel.signal)
    const writing = { done, cancel }
    const beside = this.#byPlace.get(place) ?? new Set<Writing>()
    this.#byPlace.set(place, beside.add(writing))
    try {
      return await done
    } finally {
      beside.delete(writing)
      if (beside.size === 0) this.#byPlace.delete(place)
    }
  }

  has(place: K): boolean {
    return this.#byPlace.has(place)
  }

  /** Waits for a running writer and cuts it off if that takes long; false if there is none. */
  async outlast(place: K): Promise<boolean> {
    const [writing] = this.#byPlace.get(place) ?? []
    if (!writing) return false
    const timer = setTimeout(() => writing.cancel.abort(new TransferStalled()), OUTDONE_MS)
    await writing.done.catch(() => undefined)
    clearTimeout(timer)
    return true
  }

  /** Cuts off the writers of one target and waits for their end. */
  stop(place: K): Promise<void> {
    const beside = this.#byPlace.get(place)
    return beside ? cutOff([...beside], new NoSuchUpload()) : Promise.resolve()
  }

  /** The same for all matching targets. */
  stopWhere(matches: (place: K) => boolean): Promise<void> {
    const beside = [...this.#byPlace]
      .filter(([place]) => matches(place))
      .flatMap(([, writing]) => [...writing])
    return cutOff(beside, new NoSuchUpload())
  }

  /** The same for all writers. */
  stopAll(reason: ObjectError = new NoSuchUpload()): Promise<void> {
    return cutOff(
      [...this.#byPlace.values()].flatMap((beside) => [...beside]),
      reason,
    )
  }
}

async function cutOff(all: readonly Writing[], reason: ObjectError): Promise<void> {
  for (const { cancel } of all) cancel.abort(reason)
  await Promise.allSettled(all.map(({ done }) => done))
}
