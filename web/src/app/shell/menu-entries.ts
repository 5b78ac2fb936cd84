import { Folder, type LucideIcon, Star, Trash2 } from 'lucide-react'
import { DROP_FAVORITES, DROP_TRASH, type DropAttributes, dropFolder } from '../../lib/drop-target.ts'
import { t } from '../strings.ts'

export interface MenuEntry {
  /** What can be dropped on it. */
  readonly drop: DropAttributes
  readonly to: '/personalFile' | '/myCollect' | '/recycleBin'
  readonly label: string
  readonly icon: LucideIcon
}

/** The left menu (A§2), top down. */
export const menuEntries: readonly MenuEntry[] = [
  { to: '/personalFile', label: t('personalFiles'), icon: Folder, drop: dropFolder('0', t('personalFiles')) },
  { to: '/myCollect', label: t('favorites'), icon: Star, drop: DROP_FAVORITES },
  { to: '/recycleBin', label: t('recycleBin'), icon: Trash2, drop: DROP_TRASH },
]
