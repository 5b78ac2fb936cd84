import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that the running code belongs to, carried by AsyncLocalStorage. */
export interface RequestContext {
  readonly traceId: string
  readonly ip: string
  readonly device: 'web' | 'client'
  /** Chosen at sign-in. */
  readonly region?: string | undefined
  /** Name of the route. */
  readonly call: string
  readonly actor?: { readonly id: string; readonly name: string; readonly account: string } | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()
const texts = new WeakMap<RequestContext, string>()

/** Runs `work`, and everything it starts, with this context. */
export const runWithContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** The context of the current request; undefined in jobs and on the command line. */
export const currentRequestContext = (): RequestContext | undefined => storage.getStore()

/** The context as JSON without the actor, whom rows name themselves. `more` overrides fields. */
export function requestContextJson(more?: Partial<RequestContext>): string | null {
  const now = storage.getStore()
  if (!now) return null
  if (more) return JSON.stringify({ ...now, ...more, actor: undefined })
  const known = texts.get(now)
  if (known !== undefined) return known
  const { actor: _actor, ...rest } = now
  const text = JSON.stringify(rest)
  texts.set(now, text)
  return text
}
