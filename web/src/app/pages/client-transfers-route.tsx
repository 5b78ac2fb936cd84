import type { ReactElement } from 'react'
import { TransferListPage } from '../../features/transfers/desktop/transfer-list-page.tsx'

/** /clientTransList */
export const ClientTransfersRoute = (): ReactElement => <TransferListPage />
