import type { ObjectStat } from '../objects/port.ts'

/** Sizes of objects that lie in a store, asked for in order of key: one walk instead of a call for each. */
export class SizesInOrder {
  readonly #objects: AsyncIterator<ObjectStat>
  #next: ObjectStat | undefined
  #isOver = false

  constructor(objects: AsyncIterable<ObjectStat>) {
    this.#objects = objects[Symbol.asyncIterator]()
  }

  /** Undefined where there is none. One call after the other, with keys that rise. */
  async of(key: string): Promise<number | undefined> {
    while (!this.#isOver && (this.#next === undefined || this.#next.key < key)) {
      const { done, value } = await this.#objects.next()
      this.#isOver = done ?? false
      this.#next = done ? undefined : value
    }
    return this.#next?.key === key ? this.#next.size : undefined
  }
}
