import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { t } from './details-strings.ts'
import { t as files } from './strings.ts'

type DetailsTab = 'details' | 'activity' | 'comments'

interface DetailsTabsProps {
  item: Instance
  /** How many comments there are, for those who read them. */
  commentCount: number | undefined
  tab: string
  onTab: (tab: string) => void
  /** The properties. */
  children: ReactNode
}

/** Below the head of the details panel: properties, and what other features tell of the item. */
export function DetailsTabs({ item, commentCount, tab, onTab, children }: DetailsTabsProps): ReactElement {
  const activity = useExtension('activity')
  const comments = useExtension('comments')
  // In a group that is being dissolved comments are only read.
  const readsComments = item.fileAuth.includes('comment') || commentCount !== undefined
  const tabs: Tab<DetailsTab>[] = [
    { value: 'details', label: files('details') },
    ...(activity ? [{ value: 'activity' as const, label: t('activity') }] : []),
    ...(comments && readsComments
      ? [{ value: 'comments' as const, label: t('comments'), count: commentCount || undefined }]
      : []),
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
        <Suspense fallback={<Loading />}>
          {chosen === 'activity' && activity && <activity.ItemActivity item={item} />}
          {chosen === 'comments' && comments && <comments.CommentsSection item={item} />}
        </Suspense>
      )}
    </Tabs>
  )
}
