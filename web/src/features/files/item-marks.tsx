import type { ShownVirusState } from '@clouddisk/contract/antivirus'
import type { Instance } from '@clouddisk/contract/files'
import type { SyncState } from '@clouddisk/contract/node-sync'
import { clsx } from 'clsx'
import {
  Bug,
  Link,
  type LucideIcon,
  NotepadText,
  RefreshCw,
  RefreshCwOff,
  ShieldEllipsis,
  ShieldQuestionMark,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { ClassificationBadge } from '../../ui/classification-badge.tsx'
import { LabelChips } from '../../ui/label-chips.tsx'

const t = texts('item-marks', {
  linkMark: ['已外链', 'Has a link'],
  waiting: ['等待同步到其他集群', 'Waiting to be synced to other clusters'],
  syncing: ['正在同步到其他集群', 'Being synced to other clusters'],
  finished: ['已同步到其他集群', 'Synced to other clusters'],
  failed: ['同步到其他集群失败', 'Sync to other clusters failed'],
  virusWaiting: ['正在查毒', 'Being checked'],
  virusWaitingDetail: ['正在查毒', 'Being checked for viruses'],
  virusInfected: ['含有病毒', 'Virus found'],
  virusInfectedDetail: ['含有病毒，不能打开', 'A virus was found. It can’t be opened'],
  virusUnchecked: ['未查毒', 'Not checked'],
  virusTooLargeDetail: ['过大，未查毒', 'Too large to be checked for viruses'],
  virusFailedDetail: ['查毒失败', 'Couldn’t be checked for viruses'],
  remarkMark: ['备注：{{remark}}', 'Remark: {{remark}}'],
})

/** Of a list, whose labels filter it; of a phone; of a tile, which has labels elsewhere. */
export type LabelMarks = 'filter' | 'phone' | 'none'

/** Marks that few items have: labels, a remark, a high classification, a sync, and an open link of one's own. */
export const ItemMarks = ({ item, labels }: { item: Instance; labels: LabelMarks }): ReactElement => (
  <>
    {labels !== 'none' && (
      <LabelChips item={item} filters={labels === 'filter'} reserved={labels === 'phone' ? 280 : undefined} />
    )}
    {item.remark && <RemarkMark remark={item.remark} />}
    <ClassificationBadge level={item.classification} />
    {item.virusStatus && <VirusMark state={item.virusStatus} hasRoom={labels === 'filter'} />}
    {item.syncStatus && <SyncMark state={item.syncStatus} />}
    {item.isLinked && <LinkMark item={item} />}
  </>
)

const RemarkMark = ({ remark }: { remark: string }): ReactElement => (
  <span role="img" aria-label={t('remarkMark', { remark })} title={remark} className="shrink-0 text-mut">
    <NotepadText size={15} aria-hidden />
  </span>
)

const VIRUS_LOOK: Record<ShownVirusState, readonly [LucideIcon, string, text: string, detail: string]> = {
  waiting: [ShieldEllipsis, 'text-mut', t('virusWaiting'), t('virusWaitingDetail')],
  infected: [Bug, 'text-danger', t('virusInfected'), t('virusInfectedDetail')],
  tooLarge: [ShieldQuestionMark, 'text-warn', t('virusUnchecked'), t('virusTooLargeDetail')],
  failed: [ShieldQuestionMark, 'text-warn', t('virusUnchecked'), t('virusFailedDetail')],
}

/** With a word beside the icon where there is room. */
const VirusMark = ({ state, hasRoom }: { state: ShownVirusState; hasRoom: boolean }): ReactElement => {
  const [Icon, color, text, detail] = VIRUS_LOOK[state]
  return (
    <span
      role="img"
      aria-label={detail}
      title={detail}
      className={clsx('flex shrink-0 items-center gap-1 text-caption', color)}
    >
      <Icon size={15} aria-hidden />
      {hasRoom && text}
    </span>
  )
}

const SYNC_LOOK: Record<SyncState, readonly [LucideIcon, string]> = {
  waiting: [RefreshCw, 'text-mut'],
  syncing: [RefreshCw, 'text-info'],
  finished: [RefreshCw, 'text-ok'],
  failed: [RefreshCwOff, 'text-danger'],
}

const SyncMark = ({ state }: { state: SyncState }): ReactElement => {
  const [Icon, color] = SYNC_LOOK[state]
  return (
    <span role="img" aria-label={t(state)} title={t(state)} className={clsx('shrink-0', color)}>
      <Icon size={15} aria-hidden />
    </span>
  )
}

/** Opens the link. Keyboards have the menu for it. */
const LinkMark = ({ item }: { item: Instance }): ReactElement => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={t('linkMark')}
    title={t('linkMark')}
    onClick={(event) => {
      event.stopPropagation()
      extensionFor('links')?.open({ items: [item] })
    }}
    className="finger relative shrink-0 rounded-s text-mut hover:text-fg"
  >
    <Link size={15} aria-hidden />
  </button>
)
