import type { User } from '@clouddisk/contract/accounts'
import {
  KeyRound,
  Languages,
  LogOut,
  MonitorSmartphone,
  Palette,
  PieChart,
  Rows3,
  Settings2,
  ShieldCheck,
  SunMoon,
} from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { linkActions } from '../../lib/configured-links.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { language, texts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { type Preferences, setPreferences, usePreferences } from '../../lib/preferences.ts'
import { signOut } from '../../lib/sign-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { AnchoredPopup } from '../../ui/menu.tsx'
import { MenuPopup } from '../../ui/overlay.ts'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { chooseLanguage } from './session.ts'
import { openSettings } from './settings/settings-state.ts'
import { t } from './strings.ts'

const ChangePasswordDialog = lazyPart(() => import('./change-password-dialog.tsx'), 'ChangePasswordDialog')
const SessionsDialog = lazyPart(() => import('./sessions-dialog.tsx'), 'SessionsDialog')

/** Texts of this menu alone, so that they are not in the first load. */
const menuText = texts('account-menu', {
  administration: ['管理后台', 'Administration'],
  settings: ['设置', 'Settings'],
  usage: ['空间占用', 'Storage used'],
  language: ['语言', 'Language'],
  skin: ['皮肤', 'Theme'],
  skinRedblack: ['红黑', 'Red & black'],
  skinLight: ['蓝白', 'Blue & white'],
  theme: ['外观', 'Appearance'],
  themeLight: ['浅色', 'Light'],
  themeDark: ['深色', 'Dark'],
  themeSystem: ['跟随系统', 'Match system'],
  density: ['列表密度', 'List density'],
  densityComfortable: ['舒适', 'Comfortable'],
  densityCompact: ['紧凑', 'Compact'],
  signOut: ['退出登录', 'Sign out'],
})

type DialogName = 'password' | 'sessions'

/** How one likes the page, one's own account, and the way out. */
export function UserMenuPopup({ user, ...popup }: AnchoredPopup & { user: User }): ReactElement {
  const { groups, dialogs } = useUserActions(user)
  return (
    <>
      <MenuPopup {...popup} groups={groups} header={<Identity user={user} />} />
      {dialogs}
    </>
  )
}

function Identity({ user }: { user: User }): ReactElement {
  return (
    <div className="mx-1 mb-1.5 flex items-center gap-3 border-b border-line px-1.5 pt-1.5 pb-3">
      <Avatar name={user.userRealName || user.userName} size={36} />
      <div className="min-w-0">
        <p className="truncate text-body font-medium">{user.userRealName || user.userName}</p>
        <p className="truncate text-caption text-mut">{user.userName}</p>
      </div>
    </div>
  )
}

export interface UserActions {
  readonly groups: readonly ActionGroup[]
  /** Of the settings dialog: choices that the quick search offers too. */
  readonly choices: ActionGroup
  /** Rendered beside whatever offers the actions. */
  readonly dialogs: ReactElement
}

export function useUserActions(user: User): UserActions {
  const now = usePreferences()
  const { shown, show, control } = useDialogState<DialogName>()
  const dialogs = (
    <Suspense>
      {shown === 'password' && <ChangePasswordDialog {...control} />}
      {shown === 'sessions' && <SessionsDialog {...control} />}
    </Suspense>
  )
  return { groups: userActions(user, now, show), choices: lookChoices(now), dialogs }
}

function userActions(user: User, now: Preferences, show: (name: DialogName) => void): ActionGroup[] {
  return [
    [
      {
        name: 'administration',
        label: menuText('administration'),
        icon: ShieldCheck,
        visible: user.adminRoles.length > 0,
        run: () => extensionFor('administration')?.open(),
      },
      {
        name: 'usage',
        label: menuText('usage'),
        icon: PieChart,
        run: () => extensionFor('navigation')?.openUsage(),
      },
    ],
    [
      {
        name: 'language',
        label: menuText('language'),
        icon: Languages,
        children: [[languageChoice('zh-CN', '简体中文'), languageChoice('en-US', 'English')]],
      },
      {
        name: 'skin',
        label: menuText('skin'),
        icon: Palette,
        children: [
          [
            choice(now, 'skin', 'redblack', menuText('skinRedblack')),
            choice(now, 'skin', 'light', menuText('skinLight')),
          ],
        ],
      },
      { name: 'settings', label: menuText('settings'), icon: Settings2, run: () => openSettings() },
    ],
    linkActions(user.links, 'user'),
    [
      { name: 'password', label: t('changePassword'), icon: KeyRound, run: () => show('password') },
      { name: 'sessions', label: t('sessions'), icon: MonitorSmartphone, run: () => show('sessions') },
    ],
    [{ name: 'sign-out', label: menuText('signOut'), icon: LogOut, run: () => void signOut() }],
  ]
}

function lookChoices(now: Preferences): ActionGroup {
  return [
    {
      name: 'theme',
      label: menuText('theme'),
      icon: SunMoon,
      children: [
        [
          choice(now, 'theme', 'light', menuText('themeLight')),
          choice(now, 'theme', 'dark', menuText('themeDark')),
          choice(now, 'theme', 'system', menuText('themeSystem')),
        ],
      ],
    },
    {
      name: 'density',
      label: menuText('density'),
      icon: Rows3,
      children: [
        [
          choice(now, 'density', 'comfortable', menuText('densityComfortable')),
          choice(now, 'density', 'compact', menuText('densityCompact')),
        ],
      ],
    },
  ]
}

const languageChoice = (to: typeof language, label: string): Action => ({
  name: to,
  label,
  kind: 'choice',
  checked: language === to,
  run: () => {
    if (to !== language) void chooseLanguage(to)
  },
})

const choice = <K extends keyof Preferences>(
  now: Preferences,
  key: K,
  value: Preferences[K],
  label: string,
): Action => ({
  name: `${key}.${value}`,
  label,
  kind: 'choice',
  checked: now[key] === value,
  run: () => setPreferences({ [key]: value }),
})
