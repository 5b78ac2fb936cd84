import type { BrowserContext } from '@playwright/test'

/** What a browser complained of: errors on the console and exceptions nobody caught. */
export interface Problems {
  /** Follows one more browser context. */
  watch(context: BrowserContext): void
  /** Complaints that a test brings about on purpose. */
  expect(...patterns: RegExp[]): void
  /** What was not expected. */
  found(): string[]
}

/** Who is not signed in is told so by a 401, and the browser logs it by itself. */
const ALWAYS = [/status of 401/]

export function newProblems(): Problems {
  const seen: string[] = []
  const expected = [...ALWAYS]
  return {
    watch: (context) => {
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (event) => {
        const thrown = event.error()
        seen.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
      })
    },
    expect: (...patterns) => expected.push(...patterns),
    found: () => seen.filter((text) => !expected.some((pattern) => pattern.test(text))),
  }
}

/** What the browser logs when requests fail because the network or the server is away. */
export const NO_NETWORK =
  /net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)/
