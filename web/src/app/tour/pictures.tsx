import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, Building2, Users } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { sessionQuery } from '../../features/accounts/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { menuEntries } from '../shell/menu-entries.ts'
import { t } from './strings.ts'

/** Pictures of the tour, drawn with the product's own parts. */

export const MenuPicture = (): ReactElement => (
  <ul className="grid grid-cols-2 gap-x-2 gap-y-1">
    {menuEntries(useSuspenseQuery(sessionQuery).data).map(({ to, label, icon: Icon }) => (
      <li
        key={to}
        className="flex h-6.5 w-33 items-center gap-2 rounded-s border border-line bg-pop px-2 text-caption"
      >
        <Icon size={14} className="shrink-0 text-mut" />
        <span className="truncate">{label}</span>
      </li>
    ))}
  </ul>
)

export const SharingPicture = (): ReactElement => (
  <div className="flex items-center gap-5">
    <FileIcon folder mark="people" size={46} />
    <ArrowRight size={18} className="text-mut" />
    <ul className="space-y-2">
      <Recipient
        mark={<Avatar name={t('colleague')} size={20} />}
        name={t('colleague')}
        role={t('canEdit')}
      />
      <Recipient
        mark={<Building2 size={14} className="mx-[3px] text-mut" />}
        name={t('department')}
        role={t('canPreview')}
      />
    </ul>
  </div>
)

const Recipient = (props: { mark: ReactNode; name: string; role: string }): ReactElement => (
  <li className="flex h-8 w-40 items-center gap-2 rounded-m border border-line bg-pop px-2 text-caption">
    {props.mark}
    <span className="flex-1 truncate">{props.name}</span>
    <span className="text-mut">{props.role}</span>
  </li>
)

export const GroupPicture = (): ReactElement => (
  <div className="flex w-55 items-center gap-3 rounded-l border border-line bg-pop p-3">
    <span className="flex size-10 items-center justify-center rounded-m bg-field text-mut">
      <Users size={20} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-secondary font-semibold">{t('group')}</span>
      <span className="block text-caption text-mut">{t('groupSpace', { count: 8 })}</span>
      <span className="mt-2 block h-1 rounded-full bg-press">
        <span className="block h-full w-2/5 rounded-full bg-fg-2" />
      </span>
    </span>
  </div>
)
