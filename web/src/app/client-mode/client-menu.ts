import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp, FolderSync } from 'lucide-react'
import { settingsQuery } from '../../features/accounts/session.ts'
import { openTransfers } from '../../features/transfers/desktop/follow-transfers.ts'
import { host } from '../../lib/host.ts'
import type { MenuEntry } from '../shell/menu-entries.ts'
import { t } from './strings.ts'

const TRANSFERS: MenuEntry = {
  to: '/clientTransList',
  label: t('transferList'),
  icon: ArrowDownUp,
  count: openTransfers,
}
const LOCAL_SYNC: MenuEntry = { to: '/localSyncPage', label: t('localSync'), icon: FolderSync }

/** In the order of A§2; local sync while its setting is on. */
export function useClientMenu(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const { data } = useQuery(settingsQuery)
  const syncs = host()?.syncsFolders === true && data?.localSync === true
  const all = entries.flatMap((entry) => (entry.to === '/mySharing' ? [entry, TRANSFERS] : [entry]))
  return syncs ? [...all, LOCAL_SYNC] : all
}
