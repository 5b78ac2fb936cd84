import { type ReactElement, useEffect } from 'react'
import { useTransferCounts } from '../features/transfers/counts.ts'
import { openPanel } from '../features/transfers/panel/panel-state.ts'
import { TransferPanelHost } from '../features/transfers/transfer-panel-host.tsx'
import { useEngine } from '../features/transfers/transfers.ts'
import { writeStored } from '../lib/storage.ts'
import { TRANSFERS_OPEN, transfers } from './transfers.tsx'

export { TransferSigns } from '../features/transfers/transfer-signs.tsx'

/** The transfer list, once there is or may be something to transfer. */
export function TransfersAwake(): ReactElement {
  const known = useEngine() !== undefined
  const { up, failed, down, tab } = useTransferCounts()
  const { wanted } = transfers.use()
  const open = up + failed + down > 0
  useEffect(() => {
    if (known) writeStored(TRANSFERS_OPEN, String(open))
  }, [known, open])
  useEffect(() => {
    if (!wanted || !known) return
    transfers.set({ awake: true, wanted: false })
    openPanel(tab)
  }, [wanted, known, tab])
  return <TransferPanelHost />
}
