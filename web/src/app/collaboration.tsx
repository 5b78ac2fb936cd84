import { type ReactElement, Suspense, useEffect } from 'react'
import { provideExtension } from '../lib/extension-points.ts'
import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/** Lazy access to collaboration: loaded after the first user input, or when first used. */

const load = () => import('./collaboration-part.tsx')
const CollaborationDialogs = lazyPart(load, 'CollaborationDialogs')
const requested = createStore(false)

/** Whether there are received shares that the person has not seen. */
export const hasNewShares = createStore(false)

const loadComments = () => import('../features/comments/comments-section.tsx')
const loadActivity = () => import('../features/activity/activity-part.tsx')

/** Loads the part and mounts its dialogs. */
async function loadCollaboration() {
  const part = await loadWithTimeout(load)
  requested.set(true)
  return part
}

export function provideCollaboration(): void {
  provideExtension('people', {
    choose: async (question) => (await loadCollaboration()).choosePeople(question),
    Picker: lazyPart(load, 'PeoplePicker'),
  })
  provideExtension('privileges', {
    permissions: (items) =>
      void loadCollaboration().then(({ permissionRequests }) => permissionRequests.ask(items)),
    explain: (item, person) =>
      void loadCollaboration().then(({ explainRequests }) =>
        explainRequests.ask({ item, ...(person && { person }) }),
      ),
    AccessSection: lazyPart(load, 'AccessSection'),
  })
  provideExtension('versions', {
    open: (item) => void loadCollaboration().then(({ versionRequests }) => versionRequests.ask(item)),
  })
  provideExtension('activity', {
    ItemActivity: lazyPart(loadActivity, 'ItemActivity'),
    GroupActivity: lazyPart(loadActivity, 'GroupActivity'),
  })
  provideExtension('labels', {
    open: (items) => void loadCollaboration().then(({ labelRequests }) => labelRequests.ask(items)),
    LabelSection: lazyPart(load, 'LabelSection'),
  })
  provideExtension('comments', { CommentsSection: lazyPart(loadComments, 'CommentsSection') })
  provideExtension('usage', {
    showSize: (items) => void loadCollaboration().then(({ sizeRequests }) => sizeRequests.ask(items)),
  })
  provideExtension('nodeSync', {
    sync: (items) => void loadCollaboration().then(({ syncRequests }) => syncRequests.ask({ items })),
    syncGroup: (group) => void loadCollaboration().then(({ syncRequests }) => syncRequests.ask({ group })),
  })
  provideExtension('shares', {
    share: (items) => void loadCollaboration().then(({ shareRequests }) => shareRequests.ask(items)),
  })
  provideExtension('imports', {
    open: (target) => void loadCollaboration().then(({ importRequests }) => importRequests.ask({ target })),
    openReport: (reportId) =>
      void loadCollaboration().then(({ importRequests }) => importRequests.ask({ reportId })),
  })
  provideExtension('links', {
    open: (subject) => void loadCollaboration().then(({ linkRequests }) => linkRequests.ask(subject)),
    LinkSection: lazyPart(load, 'LinkSection'),
  })
}

/** Mounted once in the page. */
export function CollaborationHost(): ReactElement {
  useEffect(() => fetchWhenIdle(loadCollaboration), [])
  return <Suspense>{requested.use() && <CollaborationDialogs onNewShares={hasNewShares.set} />}</Suspense>
}
