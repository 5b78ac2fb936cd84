import type { PublicNotice } from '@clouddisk/contract/policies'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { MarkdownArticle } from '../../ui/markdown/markdown-article.tsx'
import { shownNotice } from './shown-notice.ts'
import { t } from './strings.ts'

/** The text of a notice; in the other language with a hint, where it was written in that one only. */
export function NoticeText({ notice }: { notice: PublicNotice }): ReactElement {
  const { language: of, text } = shownNotice(notice)
  return (
    <>
      {of !== language && (
        <p role="note" className="mb-3 rounded-m bg-info-soft px-3 py-2 text-secondary text-info">
          {t(of === 'zh-CN' ? 'onlyChinese' : 'onlyEnglish')}
        </p>
      )}
      <div lang={of}>
        <MarkdownArticle text={text} className="compact" />
      </div>
      {notice.endTime && (
        <p className="tabular mt-4 text-caption text-mut">
          {t('until', { time: formatFullDateTime(notice.endTime) })}
        </p>
      )}
    </>
  )
}
