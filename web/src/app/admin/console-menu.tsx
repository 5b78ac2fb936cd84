import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { Tooltip } from '../../ui/tooltip.tsx'
import { activeProps, EntryContent, entryClass, inactiveProps, MenuFrame } from '../shell/side-menu.tsx'
import { type AdminPage, type AdminSection, SECTIONS } from './pages.ts'
import { t } from './strings.ts'

export interface ConsoleMenuProps {
  pages: readonly AdminPage[]
  current: AdminPage | undefined
  rail?: boolean
  onChosen?: () => void
  /** Below the link back to the drive. */
  foot?: ReactNode
}

/** The administration's side menu, with the link back to the drive at the bottom. */
export function ConsoleMenu({
  pages,
  current,
  rail = false,
  onChosen,
  foot,
}: ConsoleMenuProps): ReactElement {
  const withTip = (label: string, link: ReactElement) =>
    rail ? (
      <Tooltip label={label} side="right">
        {link}
      </Tooltip>
    ) : (
      link
    )
  const back = (
    <Link to="/personalFile" className={clsx(entryClass(rail), inactiveProps.className)} onClick={onChosen}>
      <EntryContent label={t('backToDrive')} icon={Undo2} rail={rail} />
    </Link>
  )
  const entry = (page: AdminPage) => {
    const linkProps = page === current ? activeProps : inactiveProps
    return (
      <li key={page.path}>
        {withTip(
          page.label,
          <Link
            to="/admin/$"
            params={{ _splat: page.path }}
            search={{}}
            onClick={onChosen}
            ref={page === current ? bringIntoView : undefined}
            {...linkProps}
            className={clsx(entryClass(rail), 'scroll-my-11', linkProps.className)}
          >
            <EntryContent {...page} rail={rail} />
          </Link>,
        )}
      </li>
    )
  }
  return (
    <MenuFrame
      rail={rail}
      badge={
        !rail && (
          <span className="shrink-0 rounded-s border border-side-line bg-side-hover px-1.5 text-micro/5 font-normal text-side-fg">
            {t('badge')}
          </span>
        )
      }
      foot={
        <>
          <div className="px-3 pb-4">
            <div className="mb-3 h-px bg-side-line" />
            {withTip(t('backToDrive'), back)}
          </div>
          {foot}
        </>
      }
    >
      {SECTIONS.map((section) => {
        const ofSection = pages.filter((page) => page.section === section)
        return (
          ofSection.length > 0 && (
            <Section key={section} section={section} rail={rail} entries={ofSection.map(entry)} />
          )
        )
      })}
    </MenuFrame>
  )
}

/** The menu is longer than most windows: it shows where one is, with the entries around it. */
const bringIntoView = (entry: HTMLAnchorElement | null): void => entry?.scrollIntoView({ block: 'nearest' })

const HEADINGS: Record<AdminSection, string> = {
  people: t('sectionPeople'),
  files: t('sectionFiles'),
  access: t('sectionAccess'),
  nodes: t('sectionNodes'),
  logs: t('sectionLogs'),
  other: t('sectionOther'),
}

interface SectionProps {
  section: AdminSection
  rail: boolean
  entries: ReactElement[]
}

/** A heading over its entries; a line between sections where the menu has icons only. */
function Section({ section, rail, entries }: SectionProps): ReactElement {
  const id = useId()
  return (
    <li
      className={
        rail ? 'border-side-line not-first:mt-1.5 not-first:border-t not-first:pt-1.5' : 'not-first:mt-3'
      }
    >
      <p id={id} className={rail ? 'sr-only' : 'px-3 pb-1 text-caption text-side-fg'}>
        {HEADINGS[section]}
      </p>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {entries}
      </ul>
    </li>
  )
}
