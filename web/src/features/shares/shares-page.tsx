import { type ReactElement, useState } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { t } from './page-strings.ts'
import type { AskedItem } from './share-details.tsx'
import { SHARE_LISTS, type ShareList } from './shares.ts'
import { SharesList } from './shares-list.tsx'

const KEY = 'clouddisk.shares.tab'
const stored = (): ShareList => (readStored(KEY) === 'published' ? 'published' : 'received')

/** Internal shares (A§2): what the person shares, and what was shared with it. */
export function SharesPage(asked: AskedItem): ReactElement {
  usePageTitle(t('title'))
  const [list, setList] = useState<ShareList>(() => (asked.select === undefined ? stored() : 'received'))
  const show = (next: ShareList) => {
    setList(next)
    writeStored(KEY, next)
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="flex h-15 shrink-0 items-center px-6 text-page font-semibold max-md:sr-only">
        {t('title')}
      </h1>
      <Tabs
        label={t('lists')}
        tabs={SHARE_LISTS.map((value) => ({ value, label: t(value) }))}
        value={list}
        onChange={show}
        className="mx-6 max-md:mx-4"
      >
        <SharesList key={list} type={list} asked={asked} />
      </Tabs>
    </div>
  )
}
