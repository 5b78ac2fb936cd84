import type { PolicyVersion } from '@clouddisk/contract/policies'
import { Eye, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { publishedBy } from './policy-card.tsx'
import { t } from './strings.ts'

interface NoticeRowProps {
  notice: PolicyVersion
  onView: () => void
  /** Absent where it may not be changed. */
  onWithdraw: (() => void) | undefined
}

/** A notice with its state. */
export function NoticeRow({ notice, onView, onWithdraw }: NoticeRowProps): ReactElement {
  const { titleZh, titleEn, endTime, withdrawTime, acknowledged } = notice
  const title = (language === 'zh-CN' ? (titleZh ?? titleEn) : (titleEn ?? titleZh)) ?? ''
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 last:border-0 last:pb-0">
      <div className="min-w-60 flex-1">
        <p className="flex items-center gap-2.5">
          <span className="min-w-0 text-body font-medium break-words">{title}</span>
          <State notice={notice} />
        </p>
        <p className="tabular mt-0.5 text-secondary text-mut">
          {[
            publishedBy(notice),
            ...(endTime ? [t('until', { time: formatFullDateTime(endTime) })] : []),
            t('wasRead', { count: acknowledged }),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button icon={Eye} aria-label={t('viewNotice', { title })} onClick={onView}>
          {t('view')}
        </Button>
        {onWithdraw && withdrawTime === null && (
          <Button icon={Undo2} aria-label={t('withdrawNotice', { title })} onClick={onWithdraw}>
            {t('withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

function State({ notice: { current, withdrawTime, endTime } }: { notice: PolicyVersion }): ReactElement {
  if (withdrawTime !== null) return <Chip>{t('withdrawn')}</Chip>
  if (current) return <Chip tone="ok">{t('current')}</Chip>
  return <Chip>{t(endTime !== null && new Date(endTime) <= new Date() ? 'over' : 'replaced')}</Chip>
}
