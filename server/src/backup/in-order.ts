import type { ObjectStat } from '../objects/port.ts'

/** Runs `work` for several items concurrently and yields the results in order of the items. */
export async function* mapInOrder<T, R>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const running: Promise<R>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // A failure is thrown when it is awaited below.
      result.catch(() => undefined)
      running.push(result)
      const first = running.length >= concurrency ? running.shift() : undefined
      if (first) yield await first
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first
  } finally {
    // Nothing continues after the caller has stopped.
    await Promise.allSettled(running)
  }
}

/** Sizes of stored objects, in order of key: one list instead of a call for each object. */
export class SizesInOrder {
  readonly #objects: AsyncIterator<ObjectStat>
  #next: ObjectStat | undefined
  #isOver = false

  constructor(objects: AsyncIterable<ObjectStat>) {
    this.#objects = objects[Symbol.asyncIterator]()
  }

  /** Undefined if there is none. Must be called sequentially, with ascending keys. */
  async of(key: string): Promise<number | undefined> {
    while (!this.#isOver && (this.#next === undefined || this.#next.key < key)) {
      const { done, value } = await this.#objects.next()
      this.#isOver = done ?? false
      this.#next = done ? undefined : value
    }
    return this.#next?.key === key ? this.#next.size : undefined
  }
}
