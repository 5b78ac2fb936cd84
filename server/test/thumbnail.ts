import { pathOf } from '@clouddisk/contract/route'
import { getThumbnail } from '@clouddisk/contract/thumbnails'
import { vi } from 'vitest'
import type { Person } from './person.ts'

/** One request for a thumbnail. */
export const askThumbnail = (
  person: Person,
  instanceId: string,
  more: Record<string, string> = {},
  init?: RequestInit,
): Promise<Response> =>
  person.fetch(`${pathOf(getThumbnail)}?${new URLSearchParams({ instanceId, size: 's', ...more })}`, init)

/** Asks until the answer is final. */
export function thumbnailOf(
  person: Person,
  instanceId: string,
  more?: Record<string, string>,
  timeout = 60_000,
): Promise<Response> {
  return vi.waitFor(
    async () => {
      const response = await askThumbnail(person, instanceId, more)
      if (response.status !== 202) return response
      await response.arrayBuffer()
      throw new Error('it is still being made')
    },
    { timeout, interval: 50 },
  )
}
