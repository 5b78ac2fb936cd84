import { useMediaQuery } from '../../lib/media-query.ts'
import { createStore } from '../../lib/store.ts'
import { changeSettings, useFilesSettings } from './settings.ts'

/** Over the list, on screens without room beside it, the details come when they are asked for and are not remembered. */
const over = createStore(false)

export interface DetailsToggle {
  readonly open: boolean
  readonly show: (open: boolean) => void
}

/** Whether the details panel is open: beside the list it stays as one left it. */
export function useDetails(): DetailsToggle {
  const beside = useMediaQuery('(width >= 1280px)')
  const { panel } = useFilesSettings()
  const shown = over.use()
  return beside
    ? { open: panel, show: (open) => changeSettings({ panel: open }) }
    : { open: shown, show: over.set }
}
