import type { AdminBucket, ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { Ban, CloudOff, FileClock, type LucideIcon, ShieldAlert, Unplug } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { isLost, isUnreachable, unreachableReason } from './data.ts'
import { t } from './strings.ts'

export interface NoticesProps {
  buckets: readonly AdminBucket[]
  reading: ContentReading | undefined
  /** Undefined for those who may try none. */
  onCheck: ((bucket: AdminBucket) => void) | undefined
  onDamaged: () => void
}

/** What somebody has to look after, above all else there is to see of storage: what nobody gets now first. */
export function Notices({ buckets, reading, onCheck, onDamaged }: NoticesProps): ReactElement | null {
  const lost = buckets.filter(isLost)
  const away = buckets.filter(isUnreachable)
  const { damaged = 0, suspected = 0, missing = 0, unverified = 0 } = reading ?? {}
  const faults = [
    ...(damaged > 0 ? [t('readDamaged', { count: damaged })] : []),
    ...(suspected > 0 ? [t('readSuspected', { count: suspected })] : []),
    ...(missing > 0 ? [t('readMissing', { count: missing })] : []),
  ]
  if (lost.length + away.length + faults.length + unverified === 0) return null
  return (
    <section aria-label={t('notices')} className="mb-3 flex shrink-0 flex-col gap-2">
      {lost.map((bucket) => (
        <Notice key={bucket.bucketName} icon={Unplug} text={lostText(bucket)} />
      ))}
      {away.map((bucket) => (
        <Notice
          key={bucket.bucketName}
          icon={unreachableReason(bucket) === 'foreign' ? Ban : CloudOff}
          text={awayText(bucket)}
          button={onCheck && { text: t('check'), about: bucket.bucketName, onPress: () => onCheck(bucket) }}
        />
      ))}
      {faults.length > 0 && (
        <Notice
          icon={ShieldAlert}
          tone={damaged > 0 ? 'danger' : 'warn'}
          text={faults.join(' · ')}
          button={{ text: t('showDamaged'), about: t('damagedTitle'), onPress: onDamaged }}
        />
      )}
      {unverified > 0 && (
        <Notice icon={FileClock} tone="warn" text={t('unverified', { count: unverified })} />
      )}
    </section>
  )
}

interface NoticeProps {
  icon: LucideIcon
  tone?: 'danger' | 'warn'
  text: string
  button?:
    | {
        text: string
        /** Which of several buttons of that name it is. */
        about: string
        onPress: () => void
      }
    | undefined
}

const Notice = ({ icon: Icon, tone = 'danger', text, button }: NoticeProps): ReactElement => (
  <div
    className={clsx(
      'flex min-h-12 items-center gap-2.5 rounded-l px-3.5 py-2 text-secondary',
      tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
    )}
  >
    <Icon size={16} className="shrink-0" aria-hidden />
    <span className="min-w-0 flex-1 break-words">{text}</span>
    {button && (
      <Button
        size="small"
        onClick={button.onPress}
        aria-label={t('noticeButton', { button: button.text, about: button.about })}
      >
        {button.text}
      </Button>
    )}
  </div>
)

/** What that comes to for people. */
function awayText(bucket: AdminBucket): string {
  const { bucketName: name, used, homes: count } = bucket
  const why = t(unreachableReason(bucket) === 'foreign' ? 'foreignWhy' : 'awayWhy', { name })
  const size = formatSize(used)
  if (used > 0) return count > 0 ? t('awayBoth', { why, size, count }) : t('awayContent', { why, size })
  return count > 0 ? t('awayHomes', { why, count }) : t('awayOnly', { why })
}

function lostText({ bucketName: name, objects, used, homes: count }: AdminBucket): string {
  const size = formatSize(used)
  if (objects === 0) return t('lostHomes', { name, count })
  return count > 0 ? t('lostBoth', { name, size, count }) : t('lostContent', { name, size })
}
