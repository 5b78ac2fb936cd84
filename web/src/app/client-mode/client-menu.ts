import { ArrowDownUp } from 'lucide-react'
import { openTransfers } from '../../features/transfers/desktop/follow-transfers.ts'
import type { MenuEntry } from '../shell/menu-entries.ts'
import { t } from './strings.ts'

const TRANSFERS: MenuEntry = {
  to: '/clientTransList',
  label: t('transferList'),
  icon: ArrowDownUp,
  count: openTransfers,
}

/** After the links, as A§2 lists the menu. */
export function useClientMenu(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => (entry.to === '/mySharing' ? [entry, TRANSFERS] : [entry]))
}
