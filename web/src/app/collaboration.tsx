import { type ReactElement, Suspense, useEffect } from 'react'
import { provideExtension } from '../lib/extension-points.ts'
import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/** The door to what people do together: it is fetched once somebody is there, at the latest when it is asked for. */

const load = () => import('./collaboration-part.tsx')
const CollaborationDialogs = lazyPart(load, (part) => part.CollaborationDialogs)
const requested = createStore(false)

/** Whether something was shared with the person that it has not seen. */
export const hasNewShares = createStore(false)

/** The part, with its dialogs standing in the page. */
async function loadCollaboration() {
  const part = await loadWithTimeout(load)
  requested.set(true)
  return part
}

export function provideCollaboration(): void {
  provideExtension('people', {
    choose: async (question) => (await loadCollaboration()).choosePeople(question),
    Picker: lazyPart(load, (part) => part.PeoplePicker),
  })
  provideExtension('privileges', {
    permissions: (items) =>
      void loadCollaboration().then(({ permissionRequests }) => permissionRequests.ask(items)),
    explain: (item, person) =>
      void loadCollaboration().then(({ explainRequests }) =>
        explainRequests.ask({ item, ...(person && { person }) }),
      ),
    AccessSection: lazyPart(load, (part) => part.AccessSection),
  })
  provideExtension('shares', {
    share: (items) => void loadCollaboration().then(({ shareRequests }) => shareRequests.ask(items)),
  })
}

/** Stands once in the page. */
export function CollaborationHost(): ReactElement {
  useEffect(() => fetchWhenIdle(loadCollaboration), [])
  return <Suspense>{requested.use() && <CollaborationDialogs onNewShares={hasNewShares.set} />}</Suspense>
}
