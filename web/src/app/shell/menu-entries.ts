import type { User } from '@clouddisk/contract/accounts'
import {
  Folder,
  Library,
  Link,
  type LucideIcon,
  Network,
  Star,
  Table2,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import {
  DROP_FAVORITES,
  DROP_GROUPS,
  DROP_TRASH,
  type DropAttributes,
  dropFolder,
} from '../../lib/drop-target.ts'
import type { FilesArea } from '../../lib/extension-points.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { ExternalStore } from '../../lib/store.ts'
import { hasNewShares } from '../collaboration.tsx'
import { t } from '../strings.ts'
import type { BranchChildrenProps } from './menu-branch.tsx'

export interface MenuEntry {
  /** The drop target that the entry is. */
  readonly drop?: DropAttributes
  readonly to:
    | '/personalFile'
    | '/groupFile'
    | '/fileShare'
    | '/mySharing'
    | '/clientTransList'
    | '/localSyncPage'
    | '/myCollect'
    | '/personalTable'
    | '/library'
    | '/clusterSync'
    | '/recycleBin'
  readonly label: string
  readonly icon: LucideIcon
  /** The file area: from another page the entry returns to the area's last folder. */
  readonly area?: FilesArea
  /** Whether there is something new. */
  readonly mark?: ExternalStore<boolean>
  /** A red number, where the settings allow it (R33). */
  readonly count?: ExternalStore<number>
  /** Children of the entry. */
  readonly Children?: ComponentType<BranchChildrenProps>
}

const GroupEntries = lazyPart(() => import('../../features/groups/group-entries.tsx'), 'GroupEntries')

const LibraryEntries = lazyPart(
  () => import('../../features/libraries/library-entries.tsx'),
  'LibraryEntries',
)

/** The side menu of a person (A§2), from top to bottom. */
export const menuEntries = ({
  personalTable,
  clusterSync,
  libraries,
}: Pick<User, 'personalTable' | 'clusterSync' | 'libraries'>): readonly MenuEntry[] => {
  const hidden = [
    !personalTable && '/personalTable',
    !clusterSync && '/clusterSync',
    !libraries && '/library',
  ]
  return ENTRIES.filter(({ to }) => !hidden.includes(to))
}

const ENTRIES: readonly MenuEntry[] = [
  {
    to: '/personalFile',
    label: t('personalFiles'),
    icon: Folder,
    drop: dropFolder('0', t('personalFiles')),
    area: 'personal',
  },
  {
    to: '/groupFile',
    label: t('groupFiles'),
    icon: Users,
    drop: DROP_GROUPS,
    area: 'group',
    Children: GroupEntries,
  },
  { to: '/library', label: t('libraries'), icon: Library, Children: LibraryEntries },
  { to: '/fileShare', label: t('sharing'), icon: UserPlus, area: 'share', mark: hasNewShares },
  { to: '/mySharing', label: t('links'), icon: Link },
  { to: '/myCollect', label: t('favorites'), icon: Star, drop: DROP_FAVORITES },
  { to: '/personalTable', label: t('personalTable'), icon: Table2 },
  { to: '/clusterSync', label: t('nodeSync'), icon: Network },
  { to: '/recycleBin', label: t('recycleBin'), icon: Trash2, drop: DROP_TRASH },
]
