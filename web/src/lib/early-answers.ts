/**
 * Answers that boot.js, or visitor-boot.js, asked for while the page's scripts were still being fetched, by path and body. Each
 * is used once, so that what is asked again comes from the server.
 */
declare global {
  var earlyAnswers: Map<string, { answer: Promise<Response>; stop: AbortController }> | undefined
}

export const fetchEarly: typeof fetch = (address, init) => {
  if (!globalThis.earlyAnswers) return fetch(address, init)
  const { pathname } = new URL(String(address), location.origin)
  const call = `${pathname} ${init?.body ?? ''}`
  const early = globalThis.earlyAnswers.get(call)
  if (!early) return fetch(address, init)
  globalThis.earlyAnswers.delete(call)
  init?.signal?.addEventListener('abort', () => early.stop.abort(init.signal?.reason))
  return early.answer
}

/** Drops unused answers: at a redirect to the sign-in page, and when the changes feed connects, as they may be stale. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined
}
