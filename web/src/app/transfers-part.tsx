import { type ReactElement, useEffect } from 'react'
import { useTransferCounts } from '../features/transfers/counts.ts'
import { openPanel } from '../features/transfers/panel/panel-actions.ts'
import { TransferPanelHost } from '../features/transfers/transfer-panel-host.tsx'
import { useEngine } from '../features/transfers/transfers.ts'
import { transfers } from './transfers-state.ts'

export { TransferSigns } from '../features/transfers/transfer-indicator.tsx'

/** The transfer list, once there is or may be something to transfer. */
export function TransfersAwake(): ReactElement {
  const known = useEngine() !== undefined
  const { tab } = useTransferCounts()
  const { wanted } = transfers.use()
  useEffect(() => {
    if (!wanted || !known) return
    transfers.set({ awake: true, wanted: false })
    openPanel(tab)
  }, [wanted, known, tab])
  return <TransferPanelHost />
}
