import type { User } from '@clouddisk/contract/accounts'
import { currentUser } from '@clouddisk/contract/accounts'
import { acknowledge } from '@clouddisk/contract/policies'
import { pathOf } from '@clouddisk/contract/route'
import type { APIRequestContext } from '@playwright/test'

/** Agrees to the usage rules and reads the notice for the person that a browser is signed in as, so that the page asks nothing. */
export async function acknowledgeAll(request: APIRequestContext, origin: string): Promise<void> {
  const answer = await request.get(origin + pathOf(currentUser))
  const { data } = (await answer.json()) as { data: User | null }
  for (const asked of data?.toAcknowledge ?? [])
    await request.post(origin + pathOf(acknowledge), {
      data: asked,
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    })
}
