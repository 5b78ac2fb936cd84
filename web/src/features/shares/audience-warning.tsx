import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Recipient } from '../../lib/people.ts'
import { t } from './strings.ts'

/** What a department means, said before it is shared with: how many people, and those who come later (R144). */
export function AudienceWarning(props: {
  departments: readonly Recipient[]
  onShow: (department: Recipient) => void
}): ReactElement | null {
  const { departments, onShow } = props
  if (departments.length === 0) return null
  return (
    <div
      role="status"
      className="mb-3 flex max-h-40 gap-2.5 overflow-y-auto rounded-l border border-warn-line bg-warn-soft px-3 py-2.5 text-secondary"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <ul>
          {departments.map((one) => (
            <li key={one.principalId} className="flex items-start gap-3">
              <span className="min-w-0 flex-1 font-semibold break-words">
                {t('wide', { name: one.name, count: one.count })}
              </span>
              <button
                type="button"
                onClick={() => onShow(one)}
                aria-label={`${t('showList')} ${one.name}`}
                className="finger relative shrink-0 rounded-s text-accent-text underline-offset-2 hover:underline"
              >
                {t('showList')}
              </button>
            </li>
          ))}
        </ul>
        <p className="pr-6 text-fg-2">{t('wideText')}</p>
      </div>
    </div>
  )
}
