import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { Reply } from '@clouddisk/contract/route'
import type { pageVersions, Version } from '@clouddisk/contract/versions'
import { useQuery } from '@tanstack/react-query'
import { History, Settings2, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ShowNext, useListHead } from '../../ui/show-next.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { remove } from './mutations.ts'
import { PinDialog } from './pin-dialog.tsx'
import { t } from './strings.ts'
import { VersionRow } from './version-row.tsx'
import { versionRequests, versionsQuery } from './versions.ts'

/** The versions of a file; stands once in the page. */
export function VersionDialogs(): ReactElement | null {
  const request = versionRequests.useOpen()
  return request ? (
    <VersionsDialog key={request.id} item={request.question} onClose={() => request.answer()} />
  ) : null
}

type Versions = Reply<typeof pageVersions>

function VersionsDialog({ item, onClose }: { item: Instance; onClose: () => void }): ReactElement {
  const query = useQuery(versionsQuery(item.instanceId))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pinning, setPinning] = useState<Version>()
  const [setting, setSetting] = useState(false)
  const versions = query.data
  const chosen = versions?.list.filter(({ versionId }) => selected.has(versionId)) ?? []
  const removeChosen = async () => {
    await remove(item, chosen)
    setSelected(new Set())
  }
  return (
    <Dialog
      open
      width={640}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={item.instanceName}
      footerStart={
        chosen.length > 0 && (
          <Button danger icon={Trash2} onClick={() => void removeChosen()}>
            {t('deleteCount', { count: chosen.length })}
          </Button>
        )
      }
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="min-h-[320px]">
        {versions ? (
          <>
            <Summary item={item} versions={versions} onSettings={() => setSetting(true)} />
            <List
              item={item}
              versions={versions}
              selected={selected}
              onSelect={setSelected}
              onPin={setPinning}
            />
          </>
        ) : query.error ? (
          <ErrorState
            title={t('notLoaded')}
            text={errorMessage(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Loading />
        )}
      </div>
      {pinning && <PinDialog item={item} version={pinning} onClose={() => setPinning(undefined)} />}
      {setting && versions && (
        <LimitsDialog item={item} retention={versions.retention} onClose={() => setSetting(false)} />
      )}
    </Dialog>
  )
}

interface SummaryProps {
  item: Instance
  versions: Versions
  onSettings: () => void
}

function Summary({ item, versions, onSettings }: SummaryProps): ReactElement {
  const { total, versionsSize, retention } = versions
  const { versionsKept: kept, versionDays: days, mayChange } = retention
  const size = formatSize(versionsSize)
  const takes =
    item.groupId !== null
      ? t('takesGroups', { size })
      : mayChange
        ? t('takesYours', { size })
        : t('takesOwners', { size })
  return (
    <div className="flex items-start gap-3 rounded-l bg-field px-4 py-3 text-secondary max-sm:flex-col max-sm:gap-2">
      <p className="min-w-0 flex-1 text-fg-2">
        <span className="tabular block font-medium text-fg">
          {t('count', { count: total })}
          {versionsSize > 0 && ` · ${takes}`}
        </span>
        {days > 0 ? t('keptAndDays', { kept, days }) : t('keptOnly', { kept })}
      </p>
      {mayChange && (
        <Button size="small" icon={Settings2} onClick={onSettings}>
          {t('settings')}
        </Button>
      )}
    </div>
  )
}

interface ListProps {
  item: Instance
  versions: Versions
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onPin: (version: Version) => void
}

function List({ item, versions: { list }, selected, onSelect, onPin }: ListProps): ReactElement {
  const current = list.find(({ isCurrent }) => isCurrent)
  const manages = item.fileAuth.includes('versionManage')
  const removable = list.filter(({ isCurrent, pinned }) => !isCurrent && !pinned)
  const all = removable.length > 0 && removable.every(({ versionId }) => selected.has(versionId))
  const head = useListHead(list)
  const toggle = (versionId: string, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(versionId)
    else next.delete(versionId)
    onSelect(next)
  }
  return (
    <>
      {manages && removable.length > 1 && (
        <Checkbox
          className="mt-3 py-1"
          label={t('selectAll')}
          checked={all}
          indeterminate={!all && selected.size > 0}
          onChange={(on) => onSelect(new Set(on ? removable.map(({ versionId }) => versionId) : []))}
        />
      )}
      <ul aria-label={t('list')} className="mt-1 divide-y divide-line">
        {head.shown.map((version) => (
          <VersionRow
            key={version.versionId}
            item={item}
            version={version}
            current={current}
            selected={selected.has(version.versionId)}
            onSelect={manages ? (on) => toggle(version.versionId, on) : undefined}
            onPin={onPin}
          />
        ))}
      </ul>
      <ShowNext of={head} />
      {list.length === 1 && <OnlyOne />}
    </>
  )
}

const OnlyOne = (): ReactElement => (
  <div className="flex flex-col items-center gap-1.5 border-t border-line px-6 py-8 text-center">
    <History size={28} className="text-mut" aria-hidden />
    <h3 className="mt-1 text-section font-semibold">{t('onlyOne')}</h3>
    <p className="max-w-[400px] text-secondary text-balance text-mut">{t('onlyOneText')}</p>
  </div>
)
