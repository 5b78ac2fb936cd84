import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { Version } from '@clouddisk/contract/versions'
import { Download, Ellipsis, Eye, History, PencilLine, Pin, PinOff, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { downloadVersion, previewVersion, remove, restore, unpin } from './mutations.ts'
import { t } from './strings.ts'
import { itemOf } from './versions.ts'

export interface VersionRowProps {
  item: Instance
  version: Version
  /** The current version, which an undone restore goes back to. */
  current: Version | undefined
  selected: boolean
  /** Set where the person may remove versions. */
  onSelect: ((on: boolean) => void) | undefined
  onPin: (version: Version) => void
}

/** One version: what it is, and what can be done with it. */
export function VersionRow(props: VersionRowProps): ReactElement {
  const { version, selected, onSelect } = props
  const actions = useActions(props)
  const { versionNo: no, isCurrent } = version
  const groups: readonly ActionGroup[] = [
    [actions.preview, actions.download, actions.restore],
    [actions.pin, actions.unpin],
    [actions.remove],
  ]
  return (
    <li className="flex items-center gap-3 py-2.5">
      {onSelect && (
        <span className="w-[18px] shrink-0">
          {!isCurrent && <Checkbox ariaLabel={t('select', { no })} checked={selected} onChange={onSelect} />}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
          <span className="tabular font-medium">{t('number', { no })}</span>
          {isCurrent && <Chip tone="ok">{t('current')}</Chip>}
          {version.pinned && <PinChip name={version.name} />}
        </p>
        <Facts version={version} />
      </div>
      <span className="flex shrink-0 items-center gap-0.5">
        {actions.preview.visible && (
          <IconButton
            className="max-sm:hidden"
            icon={Eye}
            label={t('previewOf', { no })}
            onClick={actions.preview.run}
          />
        )}
        {actions.download.visible && (
          <IconButton
            className="max-sm:hidden"
            icon={Download}
            label={t('downloadOf', { no })}
            onClick={actions.download.run}
          />
        )}
        {actions.restore.visible && (
          <Button
            size="small"
            className="mx-1 max-sm:hidden"
            aria-label={t('restoreOf', { no })}
            onClick={actions.restore.run}
          >
            {t('restore')}
          </Button>
        )}
        <Menu
          trigger={<IconButton icon={Ellipsis} label={t('actions', { no })} />}
          label={t('actions', { no })}
          groups={groups}
        />
      </span>
    </li>
  )
}

function PinChip({ name }: { name: string | undefined }): ReactElement {
  return (
    <Chip tone="info" className="max-w-full min-w-0 !shrink">
      <Pin size={12} className="shrink-0" aria-hidden />
      <span className="sr-only">{name ? t('pinnedAs', { name }) : t('pinned')}</span>
      <span aria-hidden className="truncate">
        {name ?? t('pinned')}
      </span>
    </Chip>
  )
}

function Facts({ version }: { version: Version }): ReactElement {
  const { updateUser, updateTime, fileSize, remark, expireTime } = version
  return (
    <p className="tabular mt-0.5 text-caption text-mut">
      {updateUser} ·{' '}
      <time dateTime={updateTime} title={formatFullDateTime(updateTime)}>
        {formatDateTime(updateTime)}
      </time>{' '}
      · {formatSize(fileSize)}
      {remark && ` · ${remark}`}
      {expireTime && (
        <span className="block" title={formatFullDateTime(expireTime)}>
          {t('expires', { time: formatFullDateTime(expireTime).replace(/ \d\d:\d\d$/, '') })}
        </span>
      )}
    </p>
  )
}

function useActions({ item, version, current, onSelect, onPin }: VersionRowProps) {
  const preview = useExtension('preview')
  const download = useExtension('download')
  const { isCurrent, pinned } = version
  const may = (...permissions: Instance['fileAuth']) =>
    permissions.every((permission) => item.fileAuth.includes(permission))
  return {
    preview: {
      name: 'version.preview',
      label: t('preview'),
      icon: Eye,
      visible: may('preview') && (preview?.canPreview(itemOf(item, version)) ?? false),
      run: () => previewVersion(item, version),
    },
    download: {
      name: 'version.download',
      label: t('download'),
      icon: Download,
      visible: may('download') && download !== undefined,
      run: () => downloadVersion(item, version),
    },
    restore: {
      name: 'version.restore',
      label: t('restore'),
      icon: History,
      visible: !isCurrent && may('versionRecover'),
      run: () => void restore(item, version, current),
    },
    pin: {
      name: 'version.pin',
      label: t(pinned ? 'rename' : 'pin'),
      icon: pinned ? PencilLine : Pin,
      visible: onSelect !== undefined,
      run: () => onPin(version),
    },
    unpin: {
      name: 'version.unpin',
      label: t('unpin'),
      icon: PinOff,
      visible: onSelect !== undefined && pinned,
      run: () => void unpin(item, version),
    },
    remove: {
      name: 'version.remove',
      label: t('delete'),
      icon: Trash2,
      danger: true,
      visible: onSelect !== undefined && !isCurrent,
      run: () => void remove(item, [version]),
    },
  } satisfies Record<string, Action>
}
