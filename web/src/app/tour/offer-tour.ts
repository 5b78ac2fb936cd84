import { querySettings, saveSettings } from '@clouddisk/contract/settings'
import { call } from '../../lib/api.ts'
import { writeStored } from '../../lib/storage.ts'
import { allAcknowledged } from '../../lib/welcome.ts'

/**
 * Shows the tour to a person who has not seen it. The server keeps that it was shown, so that it is not shown in
 * another browser; the browser keeps it too, so that the next load does not ask.
 * @param key of the browser's storage.
 */
export async function offerTour(key: string, show: () => void, gone: AbortSignal): Promise<void> {
  const settings = await call(querySettings, {}, { quiet: true }).catch(() => undefined)
  // Without an answer it is offered at the next load.
  if (settings === undefined || gone.aborted) return
  if (settings.showLeadTip !== false) {
    await allAcknowledged()
    await pageAtRest(gone)
    if (gone.aborted) return
    show()
    void call(saveSettings, { showLeadTip: false }, { quiet: true }).catch(() => undefined)
  }
  writeStored(key, 'false')
}

const OVER_PAGE = '[role=dialog], [role=alertdialog], [role=menu]'
const FIELDS = 'input, textarea, [contenteditable=true]'

/** Resolves when nothing lies over the page and the person is not typing: the tour takes no focus from a field. */
function pageAtRest(gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const watch = new MutationObserver(look)
    function look(): void {
      const busy = document.querySelector(OVER_PAGE) ?? document.activeElement?.matches(FIELDS)
      if (busy && !gone.aborted) return
      watch.disconnect()
      done.abort()
      resolve()
    }
    watch.observe(document.body, { childList: true, subtree: true })
    // Focus is nowhere during the event.
    addEventListener('focusout', () => setTimeout(look), { signal: done.signal })
    look()
  })
}
