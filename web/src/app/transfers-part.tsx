import { type ReactElement, useEffect } from 'react'
import { useTransferCounts } from '../features/transfers/counts.ts'
import { openPanel } from '../features/transfers/panel/panel-actions.ts'
import { TransferPanelHost } from '../features/transfers/transfer-panel-host.tsx'
import { useEngine } from '../features/transfers/transfers.ts'
import { transfers } from './transfers-state.ts'

export { TransferIndicator } from '../features/transfers/transfer-indicator.tsx'

/** The transfer list, mounted once transfers are loaded. */
export function LoadedTransfers(): ReactElement {
  const known = useEngine() !== undefined
  const { tab } = useTransferCounts()
  const { requested } = transfers.use()
  useEffect(() => {
    if (!requested || !known) return
    transfers.set({ loaded: true, requested: false })
    openPanel(tab)
  }, [requested, known, tab])
  return <TransferPanelHost />
}
