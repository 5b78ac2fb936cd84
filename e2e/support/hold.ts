import type { BrowserContext, Page, Request } from '@playwright/test'

/** Requests kept back until a test lets them go, so that "in the middle" is a place and not a moment. */
export interface Hold {
  /** As soon as one is kept back. */
  readonly arrived: Promise<void>
  /** Lets all go on, now and from now on. */
  release(): Promise<void>
}

/** @param matches which requests. @param after so many pass first. */
export async function hold(
  where: Page | BrowserContext,
  matches: (request: Request) => boolean,
  after = 0,
): Promise<Hold> {
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let passed = 0
  const handler: Parameters<Page['route']>[1] = async (route, request) => {
    if (matches(request) && passed++ >= after) {
      arrived.resolve()
      await gate.promise
    }
    // It may have been given up while it was kept back.
    await route.continue().catch(() => undefined)
  }
  await where.route('**/*', handler)
  return {
    arrived: arrived.promise,
    release: async () => {
      gate.resolve()
      await where.unroute('**/*', handler)
    },
  }
}

export const isPart = (request: Request): boolean => request.url().includes('partNumber=')
export const isCall =
  (path: string) =>
  (request: Request): boolean =>
    new URL(request.url()).pathname === `/disk/api/${path}`
