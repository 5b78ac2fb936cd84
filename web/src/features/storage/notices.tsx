import type { AdminBucket, ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { CloudOff, type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { isAway } from './data.ts'
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
  const away = buckets.filter(isAway)
  const { damaged = 0, suspected = 0 } = reading ?? {}
  const faults = [
    ...(damaged > 0 ? [t('readDamaged', { count: damaged })] : []),
    ...(suspected > 0 ? [t('readSuspected', { count: suspected })] : []),
  ]
  if (away.length + faults.length === 0) return null
  return (
    <section aria-label={t('notices')} className="mb-3 flex shrink-0 flex-col gap-2">
      {away.map((bucket) => (
        <Notice
          key={bucket.bucketName}
          icon={CloudOff}
          words={awayWords(bucket)}
          button={t('check')}
          about={bucket.bucketName}
          onPress={onCheck && (() => onCheck(bucket))}
        />
      ))}
      {faults.length > 0 && (
        <Notice
          icon={ShieldAlert}
          tone={damaged > 0 ? 'danger' : 'warn'}
          words={faults.join(' · ')}
          button={t('showDamaged')}
          about={t('damagedTitle')}
          onPress={onDamaged}
        />
      )}
    </section>
  )
}

interface NoticeProps {
  icon: LucideIcon
  tone?: 'danger' | 'warn'
  words: string
  button: string
  /** Which of several buttons of that name it is. */
  about: string
  onPress: (() => void) | undefined
}

const Notice = ({
  icon: Icon,
  tone = 'danger',
  words,
  button,
  about,
  onPress,
}: NoticeProps): ReactElement => (
  <div
    className={clsx(
      'flex min-h-12 items-center gap-2.5 rounded-l px-3.5 py-2 text-secondary',
      tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
    )}
  >
    <Icon size={16} className="shrink-0" aria-hidden />
    <span className="min-w-0 flex-1 break-words">{words}</span>
    {onPress && (
      <Button size="small" onClick={onPress} aria-label={`${button}: ${about}`}>
        {button}
      </Button>
    )}
  </div>
)

/** What that comes to for people. */
function awayWords({ bucketName: name, used, homes: count }: AdminBucket): string {
  const size = formatSize(used)
  if (used > 0) return count > 0 ? t('awayBoth', { name, size, count }) : t('awayContent', { name, size })
  return count > 0 ? t('awayHomes', { name, count }) : t('awayOnly', { name })
}
