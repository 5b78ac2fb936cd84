import { logPc } from '@clouddisk/contract/accounts'
import { type ReactElement, useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { useCurrentTitle } from '../../lib/page-title.ts'
import { announce } from '../../ui/announcer.tsx'
import { reloadIfNewer } from '../stale-page.ts'
import { t } from '../strings.ts'

/** What every frame around pages does besides drawing them. */

/** After each switch of the menu: tells the server which page is open and learns whether there is a newer one (C30). */
export function useVersionWatch(pathname: string): void {
  useEffect(() => {
    call(logPc, { page: pathname }).then(reloadIfNewer, () => undefined)
  }, [pathname])
}

/** Tells those who do not see it that another page is in front. */
export function useAnnouncePage(): void {
  const title = useCurrentTitle()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) announce(title)
    first.current = false
  }, [title])
}

export function SkipLink(): ReactElement {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a skip link is a link; only its entry in the history is kept out
    <a
      href="#main"
      onClick={(event) => {
        // The address stays what it is: a fragment would be another entry of the history.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="absolute left-3 z-50 -translate-y-20 rounded-m bg-accent px-4 py-2 text-accent-fg focus-visible:translate-y-2"
    >
      {t('skipToContent')}
    </a>
  )
}
