import { createCipheriv } from 'node:crypto'

/** Chance that can be repeated: everything a proof does at random comes from its seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** [0, 1); mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** 0 … n - 1. */
  int(n: number): number {
    return Math.floor(this.next() * n)
  }

  between(low: number, high: number): number {
    return low + this.int(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.int(choices.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }

  /** A key, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    return (entries.at(-1) as [K, number])[0]
  }

  /** A stream of its own, the same for the same label whatever was drawn before it elsewhere. */
  fork(): Random {
    return new Random(this.int(0x1_0000_0000))
  }
}

/** `size` bytes that do not compress, the same for the same seed. */
export function bytesOf(seed: number, size: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeUInt32LE(seed >>> 0)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}
