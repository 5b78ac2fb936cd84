import { ChevronRight, Ellipsis, Folder } from 'lucide-react'
import { Fragment, type HTMLAttributes, type ReactElement } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import { t } from './strings.ts'

export interface Crumb {
  id: string
  name: string
}

export interface BreadcrumbProps {
  /** Path from the root to the current folder; the last is not a link. */
  crumbs: readonly Crumb[]
  onOpen: (id: string) => void
  /** Props for a crumb's button, such as drop handlers. */
  crumbProps?: ((crumb: Crumb) => HTMLAttributes<HTMLButtonElement>) | undefined
  /** Number of crumbs shown before the middle collapses into a menu. */
  max?: number | undefined
}

export function Breadcrumb({ crumbs, onOpen, crumbProps, max = 4 }: BreadcrumbProps): ReactElement {
  const collapsed = crumbs.length > max
  const head = collapsed ? crumbs.slice(0, 1) : crumbs.slice(0, -1)
  const hidden = collapsed ? crumbs.slice(1, -(max - 2)) : []
  const tail = collapsed ? crumbs.slice(-(max - 2), -1) : []
  const last = crumbs.at(-1)
  const link = (crumb: Crumb) => (
    <Fragment key={crumb.id}>
      <li className="min-w-0 shrink-[4]">
        <button
          type="button"
          {...crumbProps?.(crumb)}
          onClick={() => onOpen(crumb.id)}
          title={crumb.name}
          className="block max-w-[min(176px,100%)] truncate rounded-s px-1.5 py-1 text-section text-mut max-md:py-2.5 transition-colors hover:bg-hover hover:text-fg"
        >
          {crumb.name}
        </button>
      </li>
      <Divider />
    </Fragment>
  )
  return (
    <nav aria-label={t('path')} className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-0.5">
        {head.map(link)}
        {collapsed && (
          <>
            <li>
              <Menu
                align="start"
                trigger={<IconButton icon={Ellipsis} label={t('hiddenFolders')} size="small" />}
                groups={[
                  hidden.map(({ id, name }) => ({
                    name: id,
                    label: name,
                    icon: Folder,
                    run: () => onOpen(id),
                  })),
                ]}
              />
            </li>
            <Divider />
          </>
        )}
        {tail.map(link)}
        {last && (
          <li className="min-w-0 pl-1.5" aria-current="page">
            <h1 className="truncate text-page font-semibold" title={last.name}>
              {last.name}
            </h1>
          </li>
        )}
      </ol>
    </nav>
  )
}

const Divider = () => (
  <li aria-hidden className="flex shrink-0">
    <ChevronRight size={15} className="text-mut" />
  </li>
)
