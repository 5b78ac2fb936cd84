import { currentUser } from '@clouddisk/contract/accounts'
import { DEFAULT_SETTINGS } from '@clouddisk/contract/settings'
import { QueryObserver } from '@tanstack/react-query'
import { sessionQuery, settingsQuery } from '../../features/accounts/session.ts'
import {
  followTransfers,
  forgetTransfers,
  readCounts,
} from '../../features/transfers/desktop/follow-transfers.ts'
import { UploadQuestions } from '../../features/transfers/desktop/upload-questions.tsx'
import { call } from '../../lib/api.ts'
import { host } from '../../lib/host.ts'
import { loadHostToken } from '../../lib/host-session.ts'
import { queryClient } from '../../lib/query-client.ts'
import { safeReturnAddress } from '../../lib/return-address.ts'
import { router } from '../router.tsx'
import { ClientFoot } from './client-foot.tsx'
import { useClientMenu } from './client-menu.ts'
import { clientParts } from './client-parts.ts'

/** The page in the desktop client (A§1): its session, its menu, and what the client tells. Before the page is drawn. */
export async function beginClientMode(): Promise<void> {
  const desktop = host()
  if (!desktop) return
  await loadHostToken()
  clientParts.set({ useMenu: useClientMenu, MenuFoot: ClientFoot, UploadQuestions })
  desktop.onMessage?.((message) => {
    // A call that is refused leads to the sign-in, and back here afterwards.
    if (message.myType === 'signInExpired') void call(currentUser, {}).catch(() => undefined)
    else if (message.myType === 'open') router.history.push(safeReturnAddress(message.path, location.origin))
  })
  followTransfers()
  followPerson()
  followSettings()
}

/** Each person has transfers of their own. */
function followPerson(): void {
  let userId: string | undefined
  new QueryObserver(queryClient, { ...sessionQuery, enabled: false }).subscribe(({ data }) => {
    if (!data || data.userId === userId) return
    if (userId !== undefined) forgetTransfers()
    userId = data.userId
    void readCounts()
  })
}

/** The client acts on some of the person’s settings (R81). */
function followSettings(): void {
  new QueryObserver(queryClient, { ...settingsQuery, enabled: false }).subscribe(({ data }) => {
    if (!data) return
    const { downloadPath, askDownloadPath, localSync, vioceTip } = { ...DEFAULT_SETTINGS, ...data }
    void host()
      ?.applySettings?.({
        downloadPath: downloadPath || null,
        askDownloadPath: askDownloadPath ?? false,
        localSync: localSync ?? false,
        vioceTip: vioceTip ?? true,
      })
      .catch(() => undefined)
  })
}
