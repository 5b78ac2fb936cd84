import type { OpenUpload } from '@clouddisk/contract/uploads'
import type { Page } from '@playwright/test'

const SECONDS = 1000

/** What is just left may be going on elsewhere: the page hears that all of it has been quiet for long. */
export const longQuiet = (page: Page): Promise<unknown> =>
  page.route(/queryOpenUploads/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: OpenUpload[] }
    const data = answer.data.map((one) => ({ ...one, quietSeconds: one.quietSeconds + SECONDS }))
    await route.fulfill({ response, json: { ...answer, data } })
  })
