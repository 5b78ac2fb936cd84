import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { t } from './details-strings.ts'
import { t as files } from './strings.ts'

export type DetailsTab = 'details' | 'activity'

interface DetailsTabsProps {
  item: Instance
  tab: DetailsTab
  onTab: (tab: DetailsTab) => void
  /** The properties. */
  children: ReactNode
}

/** Below the head of the details panel: properties, and what other features tell of the item. */
export function DetailsTabs({ item, tab, onTab, children }: DetailsTabsProps): ReactElement {
  const activity = useExtension('activity')
  const tabs = [
    { value: 'details' as const, label: files('details') },
    ...(activity ? [{ value: 'activity' as const, label: t('activity') }] : []),
  ]
  const chosen = tabs.find(({ value }) => value === tab)?.value ?? 'details'
  return (
    <Tabs
      tabs={tabs}
      value={chosen}
      onChange={onTab}
      label={files('details')}
      className="px-5"
      panelClassName="overflow-y-auto"
    >
      {chosen === 'details' ? (
        children
      ) : (
        <Suspense fallback={<Loading />}>{activity && <activity.ItemActivity item={item} />}</Suspense>
      )}
    </Tabs>
  )
}
