import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { settingsQuery } from '../../features/accounts/session.ts'
import { TransferListPage } from '../../features/transfers/desktop/transfer-list-page.tsx'
import { host } from '../../lib/host.ts'

/** /clientTransList */
export function ClientTransfersRoute(): ReactElement {
  const { data } = useQuery(settingsQuery)
  return <TransferListPage localSync={host()?.syncsFolders === true && data?.localSync === true} />
}
