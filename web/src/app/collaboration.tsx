import { type ReactElement, Suspense, useEffect } from 'react'
import { provideOffer } from '../lib/extension-points.ts'
import { fetchWhenIdle, lazyPart, withinChunkTime } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/** The door to what people do together: it is fetched once somebody is there, at the latest when it is asked for. */

const load = () => import('./collaboration-part.tsx')
const Together = lazyPart(load, (part) => part.Together)
const wanted = createStore(false)

/** Whether something was shared with the person that it has not seen. */
export const newShares = createStore(false)

/** The part, with its dialogs standing in the page. */
async function together() {
  const part = await withinChunkTime(load)
  wanted.set(true)
  return part
}

export function offerTogether(): void {
  provideOffer('people', {
    choose: async (question) => (await together()).choosePeople(question),
    Picker: lazyPart(load, (part) => part.PeoplePicker),
  })
  provideOffer('privileges', {
    permissions: (items) => void together().then(({ permissionRequests }) => permissionRequests.ask(items)),
    explain: (item, person) =>
      void together().then(({ whyRequests }) => whyRequests.ask({ item, ...(person && { person }) })),
    AccessSection: lazyPart(load, (part) => part.AccessSection),
  })
  provideOffer('sharing', {
    share: (items) => void together().then(({ shareRequests }) => shareRequests.ask(items)),
  })
}

/** Stands once in the page. */
export function TogetherHost(): ReactElement {
  useEffect(() => fetchWhenIdle(together), [])
  return <Suspense>{wanted.use() && <Together onNewShares={newShares.set} />}</Suspense>
}
