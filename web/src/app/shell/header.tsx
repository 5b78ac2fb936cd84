import type { User } from '@clouddisk/contract/accounts'
import type { ReactElement, ReactNode } from 'react'
import { UserMenu } from '../../features/accounts/user-menu.tsx'
import { showTour } from '../tour/tour-host.tsx'
import { Capacity } from './capacity.tsx'
import { HelpMenu } from './help-menu.tsx'

export interface HeaderProps {
  user: User
  /** The transfer-list button. */
  transfers: ReactNode
  bell: ReactNode
  search?: ReactNode
  onShortcuts: () => void
}

/** The 56 px header: space, transfers, help, notifications, user menu. */
export function Header({ user, transfers, bell, search, onShortcuts }: HeaderProps): ReactElement {
  return (
    <header className="flex h-14 shrink-0 items-center justify-end gap-4 border-b border-line bg-bg px-6">
      {search}
      <span className="flex-1" />
      <Capacity />
      <span aria-hidden className="h-5 w-px bg-line" />
      <div className="flex items-center gap-1.5">
        {transfers}
        <HelpMenu onShortcuts={onShortcuts} onTour={showTour} />
        {bell}
      </div>
      <UserMenu user={user} />
    </header>
  )
}
