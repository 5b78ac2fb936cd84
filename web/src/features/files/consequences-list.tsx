import type { previewMove } from '@clouddisk/contract/files'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Reply } from '@clouddisk/contract/route'
import { type LucideIcon, ShieldMinus, UserMinus, UserPlus, UserX } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { t } from './consequences-strings.ts'

export type AccessChanges = Reply<typeof previewMove>

/** Lists who gains and who loses access, and which shares end. */
export function Consequences({ preview }: { preview: AccessChanges }): ReactElement | null {
  const { gains, loses, endedShares, endedEntries } = preview
  if (gains.count + loses.count + endedShares + endedEntries === 0) return null
  return (
    <dl className="mt-3 max-h-60 divide-y divide-line overflow-y-auto rounded-m bg-field px-3 text-secondary">
      <People icon={UserPlus} label={t('gains')} shift={gains} />
      <People icon={UserMinus} label={t('loses')} shift={loses} />
      {endedShares > 0 && <Line icon={UserX} label={t('endedShares')} value={endedShares} />}
      {endedEntries > 0 && <Line icon={ShieldMinus} label={t('endedEntries')} value={endedEntries} />}
    </dl>
  )
}

function People(props: {
  icon: LucideIcon
  label: string
  shift: AccessChanges['gains']
}): ReactElement | null {
  const { icon, label, shift } = props
  const { count, list } = shift
  return count === 0 ? null : (
    <Line icon={icon} label={label} value={t('people', { count })}>
      {list.length > 0 && (
        <dd className="col-span-2 col-start-2 break-words text-fg-2">{namesOf(list, count)}</dd>
      )}
    </Line>
  )
}

function Line(props: {
  icon: LucideIcon
  label: string
  value: string | number
  children?: ReactNode
}): ReactElement {
  const { icon: Icon, label, value, children } = props
  return (
    <div className="grid grid-cols-[15px_1fr_auto] gap-x-2 py-2">
      <dt className="col-span-2 grid grid-cols-subgrid">
        <Icon size={15} className="mt-0.5 text-mut" aria-hidden />
        {label}
      </dt>
      <dd className="tabular font-semibold">{value}</dd>
      {children}
    </div>
  )
}

/** Names, with the number of people of departments, and of further ones. */
function namesOf(list: readonly ShownPrincipal[], count: number): string {
  const names = list
    .map(({ principalType, name, count: people }) =>
      principalType === 'user' ? name : t('whole', { name, people: t('people', { count: people }) }),
    )
    .join(t('between'))
  const named = list.reduce((sum, one) => sum + one.count, 0)
  return named < count ? t('andOthers', { names }) : names
}
