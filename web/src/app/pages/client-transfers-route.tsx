import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { settingsQuery } from '../../features/accounts/session.ts'
import { TransferListPage } from '../../features/transfers/desktop/transfer-list-page.tsx'
import { host } from '../../lib/host.ts'
import { Loading } from '../../ui/skeleton.tsx'

/** /clientTransList: which list it opens with depends on whether local sync is on (R62). */
export function ClientTransfersRoute(): ReactElement {
  const { data, isPending } = useQuery(settingsQuery)
  const canSync = host()?.syncsFolders === true
  if (canSync && isPending) return <Loading />
  return <TransferListPage localSync={canSync && data?.localSync === true} />
}
