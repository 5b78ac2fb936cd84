import type { ContentHash } from './types.ts'

/** Requests whose answer waits a moment for a conversion of this server to end. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>()

  /** Resolves when the conversion ends, after `ms`, or when the signal is aborted. */
  async wait(content: ContentHash, kind: string, ms: number, signal?: AbortSignal): Promise<void> {
    const key = keyOf(content, kind)
    const { promise, resolve } = Promise.withResolvers<void>()
    const others = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, others.add(resolve))
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
    await promise
    clearTimeout(timer)
    others.delete(resolve)
    if (others.size === 0 && this.#waiting.get(key) === others) this.#waiting.delete(key)
  }

  ended(content: ContentHash, kind: string): void {
    for (const resolve of this.#waiting.get(keyOf(content, kind)) ?? []) resolve()
  }

  endAll(): void {
    for (const set of this.#waiting.values()) for (const resolve of set) resolve()
  }
}

const keyOf = ({ sha256, size }: ContentHash, kind: string) => `${sha256.toString('hex')} ${size} ${kind}`
