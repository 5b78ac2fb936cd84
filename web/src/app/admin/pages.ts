import { type AdminArea, type AdminRole, mayAdminister } from '@clouddisk/contract/admin-areas'
import {
  ArchiveRestore,
  Boxes,
  Bug,
  ChartNoAxesCombined,
  Cloud,
  CloudUpload,
  Database,
  FolderSearch,
  Globe,
  KeyRound,
  Library,
  Link2,
  LockKeyhole,
  LogIn,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageSquareText,
  MonitorSmartphone,
  Network,
  ScanSearch,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  UserCog,
  UsersRound,
  UserX,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from './strings.ts'

/** Sections of the menu (B§2), from top to bottom. */
export const SECTIONS = ['people', 'files', 'access', 'nodes', 'logs', 'other'] as const
export type AdminSection = (typeof SECTIONS)[number]

/** A page of the administration and its menu entry. */
export interface AdminPage {
  /** Below /disk/admin/ (G6). */
  readonly path: string
  /** Other addresses of the same page. */
  readonly aliases?: readonly string[]
  /** Whether an id may follow the address. */
  readonly below?: true
  readonly section: AdminSection
  /** The area whose read permission shows the page. */
  readonly area: AdminArea
  readonly label: string
  readonly icon: LucideIcon
  readonly Page: ComponentType<AdminPageProps>
}

/** The pages of each section, from top to bottom. */
const PAGES: readonly AdminPage[] = [
  {
    path: 'users',
    aliases: ['departments'],
    section: 'people',
    area: 'people',
    label: t('people'),
    icon: UserCog,
    Page: lazyPart(() => import('../../features/directory/people/people-page.tsx'), 'PeoplePage'),
  },
  {
    path: 'roles',
    below: true,
    section: 'people',
    area: 'roles',
    label: t('roles'),
    icon: ShieldCheck,
    Page: lazyPart(() => import('../../features/directory/roles/roles-page.tsx'), 'RolesPage'),
  },
  {
    path: 'leavers',
    section: 'people',
    area: 'people',
    label: t('leavers'),
    icon: UserX,
    Page: lazyPart(() => import('../../features/offboarding/offboarding-page.tsx'), 'OffboardingPage'),
  },
  {
    path: 'sessions',
    section: 'people',
    area: 'sessions',
    label: t('sessions'),
    icon: MonitorSmartphone,
    Page: lazyPart(() => import('../../features/sessions/sessions-page.tsx'), 'SessionsPage'),
  },
  {
    path: 'groups',
    section: 'files',
    area: 'groups',
    label: t('groups'),
    icon: UsersRound,
    Page: lazyPart(() => import('../../features/groups/admin/all-groups-page.tsx'), 'AllGroupsPage'),
  },
  {
    path: 'files',
    section: 'files',
    area: 'files',
    label: t('files'),
    icon: FolderSearch,
    Page: lazyPart(() => import('../../features/directory/browse/files-page.tsx'), 'BrowseFilesPage'),
  },
  {
    path: 'links',
    section: 'files',
    area: 'links',
    label: t('links'),
    icon: Link2,
    Page: lazyPart(() => import('../../features/links/admin/admin-links-page.tsx'), 'AdminLinksPage'),
  },
  {
    path: 'content-rules',
    section: 'files',
    area: 'dlp',
    label: t('dlp'),
    icon: ScanSearch,
    Page: lazyPart(() => import('../../features/dlp/rules-page.tsx'), 'RulesPage'),
  },
  {
    path: 'quarantine',
    section: 'files',
    area: 'dlp',
    label: t('quarantine'),
    icon: Bug,
    Page: lazyPart(() => import('../../features/antivirus/quarantine-page.tsx'), 'QuarantinePage'),
  },
  {
    path: 'uploads',
    section: 'files',
    area: 'uploads',
    label: t('uploads'),
    icon: CloudUpload,
    Page: lazyPart(() => import('../../features/transfers/all/all-uploads-page.tsx'), 'AllUploadsPage'),
  },
  {
    path: 'recycle',
    section: 'files',
    area: 'recycle',
    label: t('recycle'),
    icon: ArchiveRestore,
    Page: lazyPart(() => import('../../features/trash/admin/admin-trash-page.tsx'), 'AdminTrashPage'),
  },
  {
    path: 'sign-in',
    section: 'access',
    area: 'identity',
    label: t('signIn'),
    icon: LogIn,
    Page: lazyPart(() => import('../../features/identity/providers-page.tsx'), 'ProvidersPage'),
  },
  {
    path: 'whitelist',
    section: 'access',
    area: 'access',
    label: t('whitelist'),
    icon: Globe,
    Page: lazyPart(() => import('../../features/ip-rules/ip-rules-page.tsx'), 'IpRulesPage'),
  },
  {
    path: 'tokens',
    section: 'access',
    area: 'access',
    label: t('tokens'),
    icon: KeyRound,
    Page: lazyPart(() => import('../../features/directory/tokens/tokens-page.tsx'), 'TokensPage'),
  },
  {
    path: 'nodes',
    section: 'nodes',
    area: 'storage',
    label: t('nodes'),
    icon: Server,
    Page: lazyPart(() => import('../../features/sites/nodes-page.tsx'), 'NodesPage'),
  },
  {
    path: 'clusters',
    section: 'nodes',
    area: 'storage',
    label: t('clusters'),
    icon: Boxes,
    Page: lazyPart(() => import('../../features/sites/clusters-page.tsx'), 'ClustersPage'),
  },
  {
    path: 'sites',
    section: 'nodes',
    area: 'storage',
    label: t('sites'),
    icon: MapPin,
    Page: lazyPart(() => import('../../features/sites/sites-page.tsx'), 'SitesPage'),
  },
  {
    path: 'clouds',
    section: 'nodes',
    area: 'storage',
    label: t('clouds'),
    icon: Cloud,
    Page: lazyPart(() => import('../../features/sites/clouds-page.tsx'), 'CloudsPage'),
  },
  {
    path: 'libraries',
    section: 'nodes',
    area: 'storage',
    label: t('libraries'),
    icon: Library,
    Page: lazyPart(() => import('../../features/libraries/admin/libraries-page.tsx'), 'LibrariesPage'),
  },
  {
    path: 'storage',
    section: 'nodes',
    area: 'storage',
    label: t('storage'),
    icon: Database,
    Page: lazyPart(() => import('../../features/storage/storage-page.tsx'), 'StoragePage'),
  },
  {
    path: 'second-factor',
    section: 'access',
    area: 'identity',
    label: t('secondFactor'),
    icon: LockKeyhole,
    Page: lazyPart(
      () => import('../../features/second-factor/admin/second-factors-page.tsx'),
      'SecondFactorsPage',
    ),
  },
  {
    path: 'platforms',
    section: 'nodes',
    area: 'identity',
    label: t('platforms'),
    icon: Network,
    Page: lazyPart(() => import('../../features/directories/directories-page.tsx'), 'DirectoriesPage'),
  },
  {
    path: 'logs',
    section: 'logs',
    area: 'logs',
    label: t('logs'),
    icon: ScrollText,
    Page: lazyPart(() => import('../../features/audit/logs-page.tsx'), 'LogsPage'),
  },
  {
    path: 'overview',
    section: 'logs',
    area: 'dashboard',
    label: t('overview'),
    icon: ChartNoAxesCombined,
    Page: lazyPart(() => import('../../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: 'texts',
    section: 'other',
    area: 'config',
    label: t('texts'),
    icon: Megaphone,
    Page: lazyPart(() => import('../../features/policies/admin/texts-page.tsx'), 'TextsPage'),
  },
  {
    path: 'feedback',
    section: 'other',
    area: 'config',
    label: t('feedback'),
    icon: MessageSquareText,
    Page: lazyPart(() => import('../../features/feedback/admin/feedback-page.tsx'), 'AdminFeedbackPage'),
  },
  {
    path: 'config',
    section: 'other',
    area: 'config',
    label: t('config'),
    icon: Settings,
    Page: lazyPart(() => import('../../features/settings/settings-page.tsx'), 'SettingsPage'),
  },
]

type Roles = readonly AdminRole[]

/** The pages that these roles open. */
export const pagesForRoles = (roles: Roles): readonly AdminPage[] =>
  PAGES.filter(({ area }) => mayAdminister(roles, area, 'read'))

export const mayChange = (roles: Roles, { area }: AdminPage): boolean => mayAdminister(roles, area, 'change')

/** As on the server: an orgAdmin's scope is its departments, unless another role covers all people. */
export const hasAllPeople = (roles: Roles): boolean =>
  mayAdminister(
    roles.filter((role) => role !== 'orgAdmin'),
    'people',
    'change',
  )

/** The page at an address, regardless of permissions. */
export const pageNamed = (name: string): AdminPage | undefined =>
  PAGES.find(({ path, aliases }) => path === name || aliases?.includes(name))
