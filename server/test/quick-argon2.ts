// The library itself, past the alias that leads here.
import { hash as hashAtCost, type Options, verify } from '@node-rs/argon2/index.js'

/**
 * Passwords of tests at next to no cost: what their people are hashed and checked with would be a quarter of a run. That
 * the product pays the full price is tested where it runs as a process of its own.
 */
export const hash = (password: string, options: Options): Promise<string> =>
  hashAtCost(password, { ...options, memoryCost: 8, timeCost: 1 })
export { verify }
