import { type Lane, laneSize } from '../conversion/conversions.ts'
import type { Converter } from './converter.ts'
import type { Turn } from './work-store.ts'

/** Open previews come first but for one time in so many, so that thumbnails are made however many previews are open. */
const THUMBNAIL_EVERY = 4
/** People whose turns are remembered. */
const SERVED_MAX = 1000

/** What this server works on in one lane, and whose turn it is there. */
export class WorkLane {
  readonly kinds: readonly string[]
  readonly size: number
  running = 0
  #claims = 0
  /** Those who had a turn, the latest last. */
  readonly #served = new Set<string>()

  constructor(lane: Lane, converters: readonly Converter[], conversions: number) {
    this.kinds = converters.filter((one) => laneOf(one) === lane).map(({ kind }) => kind)
    this.size = laneSize(lane, conversions)
  }

  turn(): Turn {
    const previewsFirst = ++this.#claims % THUMBNAIL_EVERY > 0
    return { kinds: this.kinds, served: [...this.#served], previewsFirst }
  }

  /** The person has had a turn. */
  serve(personId: string): void {
    this.#served.delete(personId)
    this.#served.add(personId)
    const [first] = this.#served
    if (this.#served.size > SERVED_MAX && first !== undefined) this.#served.delete(first)
  }
}

export const laneOf = ({ lane = 'quick' }: Converter): Lane => lane
