import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { ReactElement } from 'react'
import type { Preview } from './consequences.ts'
import { t } from './consequences-strings.ts'

/** Who gains and who loses something, by name, and what ends with it. */
export function Consequences({ preview }: { preview: Preview }): ReactElement | null {
  const { gains, loses, endedShares, endedEntries } = preview
  if (gains.count + loses.count + endedShares + endedEntries === 0) return null
  return (
    <dl className="mt-2.5 max-h-60 space-y-2 overflow-y-auto rounded-m bg-field px-3 py-2 text-secondary">
      <People label={t('gains')} shift={gains} />
      <People label={t('loses')} shift={loses} />
      {endedShares > 0 && <Line label={t('endedShares')} value={endedShares} />}
      {endedEntries > 0 && <Line label={t('endedEntries')} value={endedEntries} />}
    </dl>
  )
}

function People({ label, shift }: { label: string; shift: Preview['gains'] }): ReactElement | null {
  const { count, list } = shift
  return count === 0 ? null : (
    <Line label={label} value={t('people', { count })}>
      {list.length > 0 && <span className="block break-words text-fg-2">{namesOf(list, count)}</span>}
    </Line>
  )
}

function Line(props: { label: string; value: string | number; children?: React.ReactNode }): ReactElement {
  const { label, value, children } = props
  return (
    <div>
      <dt className="float-left pr-4">{label}</dt>
      <dd>
        <span className="tabular block text-right text-danger">{value}</span>
        {children}
      </dd>
    </div>
  )
}

/** Departments with how many people they are; whether there are more than are named. */
function namesOf(list: readonly ShownPrincipal[], count: number): string {
  const names = list
    .map(({ principalType, name, count: people }) =>
      principalType === 'user' ? name : t('whole', { name, people: t('people', { count: people }) }),
    )
    .join(t('between'))
  const told = list.reduce((sum, one) => sum + one.count, 0)
  return told < count ? t('andOthers', { names }) : names
}
