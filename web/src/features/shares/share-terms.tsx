import { lengthOf } from '@clouddisk/contract/names'
import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { limits } from '../../lib/limits.ts'
import type { ChosenRecipient, Recipient } from '../../lib/people.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Expiry } from './expiry.ts'
import { ExpiryChoice } from './expiry-choice.tsx'
import { t } from './strings.ts'

export interface ShareTermsProps {
  chosen: readonly ChosenRecipient[]
  onRoster: (department: Recipient) => void
  expiry: Expiry
  onExpiry: (next: Expiry) => void
  /** When one's own access ends. */
  latest: Date | undefined
  message: string
  onMessage: (next: string) => void
  /** Whether missing values are shown as errors. */
  submitted: boolean
}

/** Below those who are chosen: what departments mean, until when it lasts, and what is said with it. */
export function ShareTerms(props: ShareTermsProps): ReactElement {
  const { chosen, onRoster, expiry, onExpiry, latest, message, onMessage, submitted } = props
  const max = limits().shareMessageMax
  return (
    <>
      <AudienceWarning
        departments={chosen.filter(({ principalType }) => principalType === 'department')}
        onShow={onRoster}
      />
      <ExpiryChoice value={expiry} onChange={onExpiry} submitted={submitted} latest={latest} />
      <Field
        label={t('message')}
        className="mt-3"
        error={isTooLong(message) ? t('messageLong', { max, count: lengthOf(message.trim()) }) : undefined}
      >
        <Textarea
          rows={1}
          value={message}
          placeholder={t('messageText')}
          onChange={(event) => onMessage(event.target.value)}
          className="field-sizing-content max-h-24"
        />
      </Field>
    </>
  )
}

export const isTooLong = (message: string): boolean => lengthOf(message.trim()) > limits().shareMessageMax

/** What a department means, said before it is shared with: how many people, and those who come later (R144). */
function AudienceWarning(props: {
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
