import { refuse } from '../errors/refusal.ts'

/** Deeper than any folder tree; input within it may be processed recursively. */
const MAX_DEPTH = 1000
/** Twice the size of the largest folder tree. */
const MAX_VALUES = 50_000

export function refuseOversized(given: unknown): void {
  const { values, depth } = sizeAndDepthOf(given)
  if (depth > MAX_DEPTH) refuse('malformed_body')
  if (values > MAX_VALUES) refuse('body_too_large')
}

/** Counts nested values and depth; stops once a limit is exceeded. */
export function sizeAndDepthOf(given: unknown): { values: number; depth: number } {
  let values = 0
  let depth = 0
  for (let level = [given].filter(isContainer); level.length > 0; depth++) {
    const below: object[] = []
    for (const holder of level) {
      const held = Array.isArray(holder) ? holder : Object.values(holder)
      values += held.length
      if (values > MAX_VALUES || depth > MAX_DEPTH) return { values, depth }
      for (const value of held) if (isContainer(value)) below.push(value)
    }
    level = below
  }
  return { values, depth }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
