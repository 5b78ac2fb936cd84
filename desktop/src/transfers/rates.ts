/** Bytes a second of running downloads, over the last seconds. */

const SPAN_MS = 3000

export class Rates {
  readonly #samples = new Map<string, (readonly [at: number, bytes: number])[]>()

  note(id: string, at: number, bytes: number): void {
    const samples = (this.#samples.get(id) ?? []).filter(([time]) => at - time <= SPAN_MS)
    this.#samples.set(id, [...samples, [at, bytes]])
  }

  of(id: string): number {
    const samples = this.#samples.get(id) ?? []
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last || last[0] === first[0]) return 0
    return Math.max(0, Math.round(((last[1] - first[1]) / (last[0] - first[0])) * 1000))
  }

  forget(id: string): void {
    this.#samples.delete(id)
  }
}
