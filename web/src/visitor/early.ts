/**
 * Answers that visitor-boot.js asked for while this script was still being fetched, by path and body. Each is used once, so that
 * what is asked again comes from the server.
 */
declare global {
  var earlyAnswers: Map<string, Promise<Response>> | undefined
}

export const fetchEarly: typeof fetch = (address, init) => {
  const { pathname } = new URL(String(address), location.origin)
  const call = `${pathname} ${init?.body ?? ''}`
  const answer = globalThis.earlyAnswers?.get(call)
  globalThis.earlyAnswers?.delete(call)
  return answer ?? fetch(address, init)
}
