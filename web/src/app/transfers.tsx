import { ArrowDownUp } from 'lucide-react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { closePanel, panel, panelButton } from '../features/transfers/panel/panel-state.ts'
import { TRANSFERS_OPEN } from '../features/transfers/storage-keys.ts'
import {
  downloadExtension,
  signOutExtension,
  startTransfers,
  uploadExtension,
} from '../features/transfers/transfers.ts'
import { provideExtension } from '../lib/extension-points.ts'
import { onFirstInput } from '../lib/first-input.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { readStored } from '../lib/storage.ts'
import { t } from './strings.ts'
import { transfers } from './transfers-state.ts'

provideExtension('upload', uploadExtension)
provideExtension('download', downloadExtension)
provideExtension('signOut', signOutExtension)

const load = () => import('./transfers-part.tsx')
const TransferIndicator = lazyPart(load, 'TransferIndicator')
const LoadedTransfers = lazyPart(load, 'LoadedTransfers')

const loadTransfers = (openList = false) =>
  transfers.set({ loaded: true, requested: openList || transfers.get().requested })

/**
 * Loads transfers: at once if the last visit left some unfinished, otherwise after the first user input, so
 * that the first load is smaller.
 */
export function Transfers({ userId }: { userId: string }): ReactElement | null {
  const { loaded } = transfers.use()
  useEffect(() => {
    const start = () => {
      // Synchronously: the click that loads transfers may itself start an upload.
      startTransfers(userId)
      loadTransfers()
    }
    if (loaded || readStored(TRANSFERS_OPEN) === 'true') return start()
    return onFirstInput(start)
  }, [loaded, userId])
  return loaded ? (
    <Suspense>
      <LoadedTransfers />
    </Suspense>
  ) : null
}

/**
 * The button that opens the transfer list. The button element never changes, so that the first click, which
 * loads transfers, is not lost. A click before they are loaded opens the list later.
 */
export function TransferButton(): ReactElement {
  const { loaded } = transfers.use()
  const open = panel.use().shown === 'open'
  const quiet = (
    <>
      <ArrowDownUp size={18} aria-hidden />
      <span className="sr-only">{t('transfers')}</span>
    </>
  )
  return (
    <button
      ref={panelButton}
      type="button"
      aria-expanded={open}
      onClick={() => (open ? closePanel() : loadTransfers(true))}
      className="*:pointer-events-none flex h-[34px] min-w-[34px] items-center justify-center gap-1.5 rounded-m px-2 text-fg-2 transition-colors hover:bg-hover active:bg-press max-md:h-11 max-md:min-w-11 max-md:text-inherit"
    >
      {loaded ? (
        <Suspense fallback={quiet}>
          <TransferIndicator />
        </Suspense>
      ) : (
        quiet
      )}
    </button>
  )
}
