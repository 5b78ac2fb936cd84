import type { User } from '@clouddisk/contract/accounts'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { shownSettings } from './settings/settings-state.ts'
import { t } from './strings.ts'

const load = () => import('./user-menu-popup.tsx')
const UserMenuPopup = lazyPart(load, 'UserMenuPopup')
const SettingsDialog = lazyPart(() => import('./settings/settings-dialog.tsx'), 'SettingsDialog')

/** Who is signed in, how they like the page, and the way out. */
export function UserMenu({ user, compact = false }: { user: User; compact?: boolean }): ReactElement {
  useEffect(() => fetchWhenIdle(load), [])
  const settings = shownSettings.use()
  const name = user.userRealName || user.userName
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="finger flex h-9 items-center gap-2 rounded-m pr-1.5 pl-1 transition-colors hover:bg-hover data-popup-open:bg-hover"
          >
            <Avatar name={name} />
            <span className={clsx('max-w-32 truncate text-body', compact ? 'sr-only' : 'max-lg:sr-only')}>
              {name}
            </span>
            <span className="sr-only">{t('userMenu')}</span>
            {!compact && <ChevronDown size={16} className="text-mut" aria-hidden />}
          </button>
        }
      >
        {(popup) => <UserMenuPopup {...popup} user={user} />}
      </Menu>
      <Suspense>{settings.section && <SettingsDialog {...settings} user={user} />}</Suspense>
    </>
  )
}
