import { logPc } from '@clouddisk/contract/accounts'
import { type ReactElement, useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { fetchWhenIdle } from '../../lib/lazy-part.ts'
import { useCurrentTitle } from '../../lib/page-title.ts'
import { announce } from '../../ui/announcer.tsx'
import { reloadIfNewer } from '../stale-page.ts'
import { t } from '../strings.ts'

/** Effects that every frame around pages has. */

/** After each page change: reports the page to the server and learns of a newer page version (C30). */
export function useVersionWatch(pathname: string): void {
  useEffect(() => {
    call(logPc, { page: pathname }).then(reloadIfNewer, () => undefined)
  }, [pathname])
}

/** Announces page changes to assistive technology. */
export function useAnnouncePage(): void {
  const title = useCurrentTitle()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) announce(title)
    first.current = false
  }, [title])
}

const loadKeepShell = () => import('../keep-shell.ts').then(({ keepShell }) => keepShell())

/** After the first input, so that the first load has the network for itself. */
export function useKeptShell(): void {
  useEffect(() => fetchWhenIdle(loadKeepShell), [])
}

export function SkipLink(): ReactElement {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a skip link is a link; only its entry in the history is kept out
    <a
      href="#main"
      onClick={(event) => {
        // Do not change the address: a fragment would push a history entry.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="absolute left-3 z-50 -translate-y-20 rounded-m bg-accent px-4 py-2 text-accent-fg focus-visible:translate-y-2"
    >
      {t('skipToContent')}
    </a>
  )
}
