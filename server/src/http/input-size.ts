import { refuse } from '../errors/refusal.ts'

/** Deeper than any tree of folders may be; what walks over values may then do so by recursion. */
const DEPTH_MAX = 1000
/** Twice what the largest tree of folders holds. */
const VALUES_MAX = 50_000

export function refuseBoundless(given: unknown): void {
  const { values, depth } = extentOf(given)
  if (depth > DEPTH_MAX) refuse('malformed_body')
  if (values > VALUES_MAX) refuse('body_too_large')
}

/** How much something holds, and how deep; it is not gone through any further once that is too much. */
export function extentOf(given: unknown): { values: number; depth: number } {
  let values = 0
  let depth = 0
  for (let level = [given].filter(isHolder); level.length > 0; depth++) {
    const below: object[] = []
    for (const holder of level) {
      const held = Array.isArray(holder) ? holder : Object.values(holder)
      values += held.length
      if (values > VALUES_MAX || depth > DEPTH_MAX) return { values, depth }
      for (const value of held) if (isHolder(value)) below.push(value)
    }
    level = below
  }
  return { values, depth }
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null
