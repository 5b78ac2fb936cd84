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
const TransferIndicator = lazyPart(load, (part) => part.TransferIndicator)
const LoadedTransfers = lazyPart(load, (part) => part.LoadedTransfers)

const loadTransfers = (openList = false) =>
  transfers.set({ loaded: true, requested: openList || transfers.get().requested })

/**
 * Transfers beside the pages of whoever is signed in. What was left unfinished comes back at once; where nothing
 * was, the part that transfers is fetched at the first sign of a person, so that the first load is without it.
 */
export function Transfers({ userId }: { userId: string }): ReactElement | null {
  const { loaded } = transfers.use()
  useEffect(() => {
    const start = () => {
      // Within the event: the press that woke them may itself begin an upload.
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
 * The header's button is the same from the start, and all that is pressed of it: the first press of all wakes what changes it,
 * and would be lost with a part that goes. Until the rest is there it has nothing to count, and remembers that it was pressed.
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
