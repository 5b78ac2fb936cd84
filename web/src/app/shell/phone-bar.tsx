import type { User } from '@clouddisk/contract/accounts'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { UserMenu } from '../../features/accounts/user-menu.tsx'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useCurrentTitle } from '../../lib/page-title.ts'
import { t } from '../strings.ts'
import type { MenuDrawerProps } from './menu-drawer.tsx'

const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'), 'MenuDrawer')

const ownDrawer = (state: MenuDrawerProps) => <MenuDrawer {...state} />

export interface PhoneBarProps {
  user: User
  transfers?: ReactNode
  /** The menu drawer; default: the drive's. */
  drawer?: ((state: MenuDrawerProps) => ReactElement) | undefined
}

/** Below 768 px: the black bar with menu button, page title and transfers. */
export function PhoneBar({ user, transfers, drawer = ownDrawer }: PhoneBarProps): ReactElement {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const title = useCurrentTitle()
  return (
    <header className="phone-bar flex h-14 shrink-0 items-center gap-1 bg-side px-2 text-side-on-fg">
      <button
        type="button"
        aria-label={t('openMenu')}
        data-tour="menu-button"
        aria-expanded={open}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
        className="flex size-11 shrink-0 items-center justify-center rounded-m outline-side-focus active:bg-side-hover"
      >
        <MenuIcon size={20} aria-hidden />
      </button>
      <p className="line-clamp-2 min-w-0 flex-1 text-section leading-tight font-semibold break-words">
        {title}
      </p>
      {transfers}
      <UserMenu user={user} compact />
      <Suspense>{used && drawer({ open, onOpenChange: setOpen })}</Suspense>
    </header>
  )
}
