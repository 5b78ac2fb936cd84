import { chromium } from '@playwright/test'
import { CHROMIUM, CHROMIUM_FLAGS } from './support/chromium.ts'

/** A person far from the server: the line's latency in ms and its speed in bytes a second (10 Mbit/s). */
const FAR = { offline: false, latency: 200, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const ROUNDS = 7

/** How long it takes in ms until the personal files show `fileName`, for somebody signed in whose browser has nothing of the page. */
export async function firstListTimes(origin: string, token: string, fileName: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })
  const times: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ serviceWorkers: 'block' })
      await context.addCookies([{ name: 'cd_session', value: token, url: origin }])
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', FAR)
      await page.goto(`${origin}/disk/personalFile`, { waitUntil: 'commit' })
      const shown = await page.waitForFunction(
        (name) => document.body?.textContent?.includes(name) && performance.now(),
        fileName,
        { polling: 'raf' },
      )
      times.push(Math.round(Number(await shown.jsonValue())))
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return times.toSorted((a, b) => a - b)
}
