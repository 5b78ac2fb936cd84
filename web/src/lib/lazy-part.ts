import { LIMITS } from '@clouddisk/contract/limits'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { onFirstInput } from './first-input.ts'

/** Lazily loaded parts of the page; a part that does not load within 120 s is an error (A§8). */

export class PartLoadError extends Error {
  override readonly name = 'PartFailed'
}

/** Loaded parts by their load function. */
const loadedParts = new WeakMap<() => Promise<unknown>, unknown>()

/** Loads a part. Rejects with PartLoadError after `ms`, or with the load error as its cause. */
export async function loadWithTimeout<T>(
  load: () => Promise<T>,
  ms: number = LIMITS.chunkLoadMs,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartLoadError(`a part of the page did not load within ${ms} ms`)), ms)
  })
  try {
    const part = await Promise.race([load(), late])
    loadedParts.set(load, part)
    return part
  } catch (error) {
    throw error instanceof PartLoadError
      ? error
      : new PartLoadError('a part of the page did not load', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

type PropsOf<C> = C extends ComponentType<infer P> ? P : never

/**
 * `lazyPart(() => import('./x.tsx'), 'X')`. A part whose load function was called before is drawn
 * synchronously.
 */
export const lazyPart = <M, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
): LazyExoticComponent<ComponentType<PropsOf<M[N]>>> => {
  const pick = (part: M) => ({ default: part[name] as ComponentType<PropsOf<M[N]>> })
  return lazy(() => {
    const here = loadedParts.get(load) as M | undefined
    return here === undefined ? loadWithTimeout(load).then(pick) : synchronousPromise(pick(here))
  })
}

/**
 * A promise that calls back synchronously. React delays the others by up to 300 ms, even if they are settled.
 */
function synchronousPromise<T>(value: T): Promise<T> {
  const then = (done?: ((value: T) => unknown) | null) => synchronousPromise(done?.(value))
  return Object.assign(Promise.resolve(value), { then }) as Promise<T>
}

/**
 * Preloads parts after the first user input, when the browser is idle, so that the first load stays small.
 */
export function fetchWhenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  let stop = onFirstInput(() => {
    stop = whenIdle(() => {
      for (const load of loads) loadWithTimeout(load).catch(() => undefined)
    })
  })
  return () => stop()
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(idle)
}
const IDLE_MS = 3000
