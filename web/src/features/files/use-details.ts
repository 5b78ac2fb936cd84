import { useMediaQuery } from '../../lib/media-query.ts'
import { createStore } from '../../lib/store.ts'
import { changeSettings, useFilesSettings } from './settings.ts'

/** Whether the details are open over the list, on narrow screens; not stored. */
const over = createStore(false)

export interface DetailsToggle {
  readonly open: boolean
  readonly show: (open: boolean) => void
}

/** Whether the details panel is open; stored on wide screens. */
export function useDetails(): DetailsToggle {
  const beside = useMediaQuery('(width >= 1280px)')
  const { panel } = useFilesSettings()
  const shown = over.use()
  return beside
    ? { open: panel, show: (open) => changeSettings({ panel: open }) }
    : { open: shown, show: over.set }
}
