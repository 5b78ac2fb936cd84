import type { User } from '@clouddisk/contract/accounts'
import { Search } from 'lucide-react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { createStore } from '../../lib/store.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { t } from '../strings.ts'

/** The quick search, loaded when the page is idle or when it is first opened. */

const load = () => import('../quick-search-part.tsx')
const QuickSearchPart = lazyPart(load, 'QuickSearchPart')

/** Undefined until it is first opened. */
const opened = createStore<boolean | undefined>(undefined)
const open = () => opened.set(true)

/** Opens the quick search: a field in the header, an icon on phones. */
export const SearchButton = ({ wide }: { wide?: boolean }): ReactElement => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={open}
    className={
      wide
        ? 'flex h-9 max-w-90 min-w-9 flex-1 items-center justify-center gap-2.5 rounded-m bg-field px-2 text-secondary text-mut hover:bg-hover lg:justify-start lg:px-3'
        : 'flex size-11 items-center justify-center rounded-m active:bg-side-hover'
    }
  >
    <Search size={18} aria-hidden />
    <span className={wide ? 'flex-1 text-left max-lg:sr-only' : 'sr-only'}>{t('search')}</span>
    {wide && <Kbd keys="Mod+K" className="max-lg:hidden" />}
  </button>
)

/** Mounted once in the shell. */
export function QuickSearchHost(props: { user: User; onShortcuts: () => void }): ReactElement {
  const isOpen = opened.use()
  useEffect(() => fetchWhenIdle(load), [])
  useShortcuts(t('everywhere'), [
    { name: 'search', label: t('search'), keys: 'Mod+K', run: open },
    { name: 'search.slash', label: t('search'), keys: '/', run: open },
  ])
  return (
    <Suspense>
      {isOpen !== undefined && <QuickSearchPart {...props} open={isOpen} onOpenChange={opened.set} />}
    </Suspense>
  )
}
