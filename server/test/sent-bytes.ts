/** Whether bytes of a file were sent: runs of it in what was received, found by a rolling hash. */

/** So many bytes in a row are a piece of the file. */
export const RUN = 64
/** A run of 64 has a whole block of the file in it, wherever it begins. */
const BLOCK = RUN / 2
const BASE = 0x01000193
let power = 1
for (let n = 1; n < BLOCK; n++) power = Math.imul(power, BASE)

interface Original {
  readonly name: string
  readonly bytes: Buffer
  /** Another file of the same type: what is in both is the type's. */
  readonly unlike: Buffer
}

export interface SentRun {
  readonly name: string
  /** In the file. */
  readonly at: number
  readonly length: number
}

/** Finds pieces of files. */
export class SentBytes {
  readonly #blocks = new Map<number, [original: Original, at: number][]>()

  constructor(originals: readonly Original[]) {
    for (const original of originals)
      for (let at = 0; at + BLOCK <= original.bytes.length; at += BLOCK) {
        const hash = hashOf(original.bytes, at)
        const known = this.#blocks.get(hash)
        if (known) known.push([original, at])
        else this.#blocks.set(hash, [[original, at]])
      }
  }

  /** The first piece of each file in what was received. */
  find(received: Buffer): SentRun[] {
    const found = new Map<string, SentRun>()
    if (received.length < RUN) return []
    let hash = hashOf(received, 0)
    for (let at = 0; ; at++) {
      for (const [original, from] of this.#blocks.get(hash) ?? []) {
        if (found.has(original.name)) continue
        const run = runAt(original, from, received, at)
        if (run) found.set(original.name, run)
      }
      if (at + BLOCK >= received.length) return [...found.values()]
      hash = Math.imul(hash - Math.imul(received[at] ?? 0, power), BASE) + (received[at + BLOCK] ?? 0)
      hash |= 0
    }
  }
}

function hashOf(bytes: Buffer, at: number): number {
  let hash = 0
  for (let n = 0; n < BLOCK; n++) hash = (Math.imul(hash, BASE) + (bytes[at + n] ?? 0)) | 0
  return hash
}

/** The run around a block that both have, if it is one of this file. */
function runAt(
  { name, bytes, unlike }: Original,
  from: number,
  received: Buffer,
  at: number,
): SentRun | undefined {
  if (bytes.compare(received, at, at + BLOCK, from, from + BLOCK) !== 0) return undefined
  let before = 0
  while (before < Math.min(from, at) && bytes[from - before - 1] === received[at - before - 1]) before++
  let after = BLOCK
  const room = Math.min(bytes.length - from, received.length - at)
  while (after < room && bytes[from + after] === received[at + after]) after++
  const start = from - before
  const length = before + after
  const end = start + length
  for (let begin = start; begin + RUN <= end; begin++) {
    const piece = bytes.subarray(begin, begin + RUN)
    if (isUniform(piece)) {
      let next = begin + RUN
      while (next < end && bytes[next] === piece[0]) next++
      begin = next - RUN
    } else if (!unlike.includes(piece)) return { name, at: start, length }
  }
  return undefined
}

const isUniform = (piece: Buffer): boolean => piece.every((byte) => byte === piece[0])
