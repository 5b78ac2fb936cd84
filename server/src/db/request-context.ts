import { AsyncLocalStorage } from 'node:async_hooks'

/** How what is being done came about; what a request does carries it along without each function knowing of it. */
export interface RequestContext {
  readonly traceId: string
  readonly ip: string
  readonly device: 'web' | 'client'
  /** The region chosen at sign-in. */
  readonly region?: string | undefined
  /** The call of the contract. */
  readonly call: string
  readonly actor?: { readonly id: string; readonly name: string; readonly account: string } | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()
const texts = new WeakMap<RequestContext, string>()

/** Runs `work`, and all that it begins, under these circumstances. */
export const runWithContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** Those of the request that is being answered; none in jobs and on the command line. */
export const currentRequestContext = (): RequestContext | undefined => storage.getStore()

/** The same as JSON for a row, the actor left out: rows name their own. `more` is known better by who writes it. */
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
