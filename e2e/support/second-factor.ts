import { expect, type Page } from '@playwright/test'
import { type Authenticator, authenticatorOf } from '../../server/test/authenticator.ts'

/** Authenticator apps in tests of the page, by the real clock. */

const STEP_MS = 30_000

/** Codes that were not used yet: each step is taken once, and one step ahead of the clock is taken too. */
export function freshCodes(secret: string): { next(): string } {
  const app: Authenticator = authenticatorOf(secret)
  let lastStep = 0
  return {
    next: () => {
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS))
      return app.code(new Date(lastStep * STEP_MS))
    },
  }
}

/** The key that the page shows for typing into the app. */
export async function shownSecret(page: Page): Promise<string> {
  const key = page.locator('code').filter({ hasText: /^[A-Z2-7 ]{30,}$/ })
  await expect(key).toBeVisible()
  return (await key.innerText()).replaceAll(' ', '')
}
