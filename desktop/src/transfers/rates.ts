/** Bytes a second of running downloads, over the last seconds. */

const SPAN_MS = 3000
/** Bytes come many times in a millisecond; more samples than these say nothing more. */
const SAMPLE_MS = 100

interface Sample {
  readonly at: number
  readonly bytes: number
}

export class Rates {
  readonly #samples = new Map<string, Sample[]>()

  note(id: string, at: number, bytes: number): void {
    const samples = this.#samples.get(id) ?? []
    this.#samples.set(id, samples)
    const before = samples.at(-2)
    if (before && at - before.at < SAMPLE_MS) samples.pop()
    samples.push({ at, bytes })
    while (samples[0] && at - samples[0].at > SPAN_MS) samples.shift()
  }

  /** 0 where nothing has come for a while. */
  of(id: string, now: number): number {
    const samples = (this.#samples.get(id) ?? []).filter((one) => now - one.at <= SPAN_MS)
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last || last.at === first.at) return 0
    return Math.max(0, Math.round(((last.bytes - first.bytes) / (last.at - first.at)) * 1000))
  }

  forget(id: string): void {
    this.#samples.delete(id)
  }
}
