import { Component, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './button-strings.ts'
import { handOverProgress } from './local-helper/progress.ts'
import { nameConflictRequests, refusedNamesRequests } from './naming/questions.ts'
import { closePanel, panel } from './panel/panel-state.ts'
import { unfinishedDialog } from './recovery/unfinished-dialog-state.ts'
import { readProgress } from './sources/read-progress.ts'
import { useEngine } from './transfers.ts'

const TransferPanel = lazyPart(() => import('./panel/transfer-panel.tsx'), 'TransferPanel')
const NameQuestionDialog = lazyPart(() => import('./naming/name-question-dialog.tsx'), 'NameQuestionDialog')
const RefusedNamesDialog = lazyPart(() => import('./naming/refused-names-dialog.tsx'), 'RefusedNamesDialog')
const UnfinishedDialog = lazyPart(() => import('./panel/unfinished-dialog.tsx'), 'UnfinishedDialog')

const HandOverDialog = lazyPart(() => import('./local-helper/hand-over-dialog.tsx'), 'HandOverDialog')

/** Mounted once: the transfer panel and its dialogs, loaded when first needed. */
export function TransferPanelHost(): ReactElement | null {
  const engine = useEngine()
  const { shown } = panel.use()
  const unfinished = unfinishedDialog.use()
  const conflict = nameConflictRequests.useOpen() !== undefined
  const refused = refusedNamesRequests.useOpen() !== undefined
  const handingOver = handOverProgress.use() !== undefined
  const [used, setUsed] = useState(false)
  const busy = readProgress.use() !== undefined
  if ((shown !== 'closed' || busy) && !used) setUsed(true)
  if (!engine) return null
  return (
    <PanelBoundary>
      <Suspense>{used && <TransferPanel engine={engine} />}</Suspense>
      <Suspense>{unfinished && <UnfinishedDialog engine={engine} />}</Suspense>
      <Suspense>{refused && <RefusedNamesDialog />}</Suspense>
      <Suspense>{handingOver && <HandOverDialog />}</Suspense>
      <Suspense>{conflict && <NameQuestionDialog />}</Suspense>
    </PanelBoundary>
  )
}

/** Shows a message if the panel cannot be loaded; page and transfers continue. */
class PanelBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(): void {
    closePanel()
    toast.error(t('panelFailed'))
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
