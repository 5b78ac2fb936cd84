import { formatBadge } from '@clouddisk/contract/format'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactElement, type ReactNode, useId } from 'react'
import { useProductName } from '../../features/accounts/product.ts'
import { sessionQuery } from '../../features/accounts/session.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { createStore } from '../../lib/store.ts'
import { Logo } from '../../ui/logo.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { clientParts } from '../client-mode/client-parts.ts'
import { lastFolders } from '../pages/keep-alive-files.tsx'
import { t } from '../strings.ts'
import { Branch, BranchToggle, useBranch } from './menu-branch.tsx'
import { type MenuEntry, menuEntries } from './menu-entries.ts'

export interface SideMenuProps {
  /** Icons only, 64 px. */
  rail?: boolean
  /** Called after an entry was chosen, so that the drawer closes. */
  onChosen?: (() => void) | undefined
}

/** The side menu: black in the red/black skin, 232 px, 64 px as a rail. */
export function SideMenu({ rail = false, onChosen }: SideMenuProps): ReactElement {
  const user = useSuspenseQuery(sessionQuery).data
  const { useMenu = unchanged, MenuFoot } = clientParts.use() ?? {}
  const entries = useMenu(menuEntries(user))
  return (
    <MenuFrame rail={rail} foot={MenuFoot && !onChosen && <MenuFoot user={user} rail={rail} />}>
      {entries.map((entry) => (
        <li key={entry.to} data-tour={entry.to} {...entry.drop} className="relative">
          {entry.Children && !rail ? (
            <Parent entry={entry} Children={entry.Children} onChosen={onChosen} />
          ) : (
            <Entry entry={entry} rail={rail} onChosen={onChosen} />
          )}
        </li>
      ))}
    </MenuFrame>
  )
}

const unchanged = (entries: readonly MenuEntry[]) => entries

export interface MenuFrameProps {
  rail: boolean
  /** Shown after the product's name. */
  badge?: ReactNode
  /** Shown below a line at the bottom. */
  foot?: ReactNode
  /** List items. */
  children: ReactNode
}

/** The product's name over a list of entries. */
export function MenuFrame({ rail, badge, foot, children }: MenuFrameProps): ReactElement {
  const product = useProductName()
  return (
    <nav
      aria-label={t('mainMenu')}
      className="flex h-full flex-col border-side-line bg-side text-side-fg in-data-[skin=light]:border-r"
    >
      <p
        className={clsx(
          'flex h-14 shrink-0 items-center gap-2.5 text-page font-semibold text-side-on-fg in-data-[skin=light]:text-fg',
          rail ? 'justify-center' : 'px-6',
        )}
      >
        <Logo />
        <span className={rail ? 'sr-only' : 'line-clamp-2 leading-5 wrap-anywhere'}>{product}</span>
        {badge}
      </p>
      <ul className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-3 pt-3">{children}</ul>
      {foot}
    </nav>
  )
}

/** Classes of a menu link. */
export const entryClass = (rail: boolean): string =>
  clsx(
    'group relative flex h-9 items-center gap-3 rounded-m text-body outline-side-focus transition-colors pointer-coarse:h-11',
    rail ? 'justify-center' : 'px-3',
  )
export const activeProps = {
  className: 'bg-side-on font-semibold text-side-on-fg',
  'aria-current': 'page',
} as const
export const inactiveProps = { className: 'hover:bg-side-hover' }

export interface EntryContentProps extends Pick<MenuEntry, 'label' | 'icon' | 'mark' | 'count'> {
  rail: boolean
}

const NEVER = createStore(false)
const NONE = createStore(0)

/** Content of a menu link: marker of the current page, icon, label. */
export function EntryContent(props: EntryContentProps): ReactElement {
  const { label, icon: Icon, mark = NEVER, count = NONE, rail } = props
  const isNew = mark.use()
  const number = count.use()
  const { showRedCount } = usePreferences()
  return (
    <>
      <span
        aria-hidden
        className="absolute -left-3 h-5 w-[3px] rounded-r-full bg-side-mark opacity-0 group-aria-[current=page]:opacity-100"
      />
      <Icon size={18} aria-hidden className="group-aria-[current=page]:text-side-mark" />
      <span className={rail ? 'sr-only' : 'truncate'}>{label}</span>
      {isNew && (
        <span
          className={clsx(
            'size-1.5 rounded-full bg-side-mark',
            rail ? 'absolute top-1.5 right-2' : 'ml-auto',
          )}
        >
          <span className="sr-only">{t('newShares')}</span>
        </span>
      )}
      {number > 0 && showRedCount && (
        <span
          className={clsx(
            'tabular flex h-4 min-w-4 items-center justify-center rounded-full bg-danger-fill px-1 text-micro font-semibold text-danger-fg',
            rail ? 'absolute top-0 right-0' : 'ml-auto',
          )}
        >
          {formatBadge(number)}
        </span>
      )}
    </>
  )
}

function Entry(props: { entry: MenuEntry; rail: boolean; onChosen: (() => void) | undefined }): ReactElement {
  const { entry, rail, onChosen } = props
  const { to, label } = entry
  const search = useEntrySearch(entry)
  const link = (
    <Link
      to={to}
      search={search}
      onClick={onChosen}
      activeOptions={{ includeSearch: false }}
      className={entryClass(rail)}
      activeProps={activeProps}
      inactiveProps={inactiveProps}
    >
      <EntryContent {...entry} rail={rail} />
    </Link>
  )
  return rail ? (
    <Tooltip label={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

/** An entry with children, which choosing it shows. */
function Parent(props: {
  entry: MenuEntry
  Children: NonNullable<MenuEntry['Children']>
  onChosen: (() => void) | undefined
}): ReactElement {
  const { entry, Children, onChosen } = props
  const [open, show] = useBranch(entry.to)
  const id = useId()
  return (
    <>
      <Entry
        entry={entry}
        rail={false}
        onChosen={() => {
          show(true)
          onChosen?.()
        }}
      />
      <BranchToggle
        label={t('below', { label: entry.label })}
        open={open}
        controls={id}
        onToggle={() => show(!open)}
      />
      {open && <Branch id={id} Children={Children} onChosen={onChosen} />}
    </>
  )
}

/** From another page an area's entry opens its last folder; within the area, its root. */
function useEntrySearch({ to, area }: MenuEntry): { folder?: string } {
  const left = lastFolders.use()
  const folder = area && left[area]
  const there = useLocation().pathname === to
  return !there && folder !== undefined ? { folder } : {}
}
