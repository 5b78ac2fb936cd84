import { noticeAddress, noticeWords } from '@clouddisk/contract/notice-words'
import type { Notice, NoticeKind } from '@clouddisk/contract/notifications'
import { BASE_PATH } from '@clouddisk/contract/route'
import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  ArrowRightLeft,
  Bug,
  CalendarClock,
  Check,
  CloudOff,
  FileWarning,
  FolderInput,
  HardDrive,
  KeyRound,
  Link2,
  type LucideIcon,
  MessageSquare,
  MessageSquareText,
  ShieldAlert,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { t } from './strings.ts'

interface NoticeRowProps {
  notice: Notice
  onRead: (id: string) => void
  /** Called before navigating, to close the popover. */
  onLeave: () => void
}

/** One notification: text, time and action. */
export function NoticeRow({ notice, onRead, onLeave }: NoticeRowProps): ReactElement {
  const { notificationId, kind, data, time, read } = notice
  const { history } = useRouter()
  const { title, detail } = noticeWords(kind, data, language, localDay)
  const address = noticeAddress(kind, data)
  const [Icon, tone] = noticeAppearance(kind)
  const go = () => {
    if (!read) onRead(notificationId)
    onLeave()
    if (address) history.push(BASE_PATH + address.slice(1))
  }
  return (
    <li className="relative flex gap-3 px-4 py-2.5 after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden">
      <span
        aria-hidden
        className={clsx('flex size-9 shrink-0 items-center justify-center rounded-full', tone)}
      >
        <Icon size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className={clsx('text-body break-words', !read && 'pr-5 font-semibold')}>
          {!read && <span className="sr-only">{t('isUnread')}: </span>}
          {title}
        </p>
        {detail && <p className="text-secondary break-words text-fg-2">{detail}</p>}
        <div className="mt-1 flex min-h-7 items-center gap-2">
          <time dateTime={time} title={formatFullDateTime(time)} className="tabular text-caption text-mut">
            {formatFullDateTime(time).slice(-5)}
          </time>
          <span className="ml-auto flex items-center gap-1">
            {!read && (
              <IconButton
                size="small"
                icon={Check}
                label={t('markRead')}
                onClick={() => onRead(notificationId)}
              />
            )}
            {address && (
              <Button size="small" onClick={go} aria-label={`${t(actionOf(kind))}: ${title}`}>
                {t(actionOf(kind))}
              </Button>
            )}
          </span>
        </div>
      </div>
      {!read && <span aria-hidden className="absolute top-4 right-4 size-2 rounded-full bg-info" />}
    </li>
  )
}

/** The full date without the time of day. */
const localDay = (moment: string): string => formatFullDateTime(moment).slice(0, -6)

const actionOf = (kind: NoticeKind) => {
  if (kind === 'handover.asked') return 'answer' as const
  if (kind === 'files.massDeleted') return 'toBin' as const
  // The upload itself cannot be opened.
  if (kind === 'upload.ended') return 'toFolder' as const
  return kind.startsWith('quota.') ? ('toSpace' as const) : ('open' as const)
}

const CALM = 'bg-field text-fg-2'
const WARN = 'bg-warn-soft text-warn'
const DANGER = 'bg-danger-soft text-danger'
const INFO = 'bg-info-soft text-info'

function noticeAppearance(kind: NoticeKind): readonly [LucideIcon, string] {
  if (kind === 'quota.full') return [HardDrive, DANGER]
  if (kind === 'files.massDeleted') return [Trash2, WARN]
  if (kind === 'files.damaged' || kind === 'content.damaged') return [FileWarning, DANGER]
  if (kind === 'files.infected' || kind === 'content.infected') return [Bug, DANGER]
  if (kind === 'files.sensitive' || kind === 'files.ownSensitive') return [ShieldAlert, WARN]
  if (kind === 'upload.ended') return [CloudOff, WARN]
  if (kind === 'files.handedOver') return [FolderInput, INFO]
  if (kind === 'files.massMoved') return [FolderInput, WARN]
  if (kind === 'files.permissionChanged') return [KeyRound, CALM]
  if (kind === 'token.revoked') return [KeyRound, WARN]
  if (kind === 'token.created') return [KeyRound, CALM]
  if (kind === 'secondFactor.reset') return [KeyRound, WARN]
  if (kind === 'secondFactor.added') return [KeyRound, CALM]
  const [area] = kind.split('.')
  if (area === 'comment') return [MessageSquare, kind === 'comment.mentioned' ? INFO : CALM]
  if (area === 'quota') return [HardDrive, WARN]
  if (area === 'expiry') return [CalendarClock, WARN]
  if (area === 'handover') return [ArrowRightLeft, kind === 'handover.asked' ? INFO : CALM]
  if (area === 'link' || area === 'outbound') return [Link2, kind === 'link.locked' ? WARN : CALM]
  if (area === 'feedback') return [MessageSquareText, INFO]
  if (area === 'group') return [Users, kind === 'group.dissolving' ? WARN : CALM]
  return [UserPlus, kind === 'share.given' ? INFO : CALM]
}
