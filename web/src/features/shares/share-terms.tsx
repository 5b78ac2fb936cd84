import { lengthOf } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { limits } from '../../lib/limits.ts'
import type { ChosenRecipient, Recipient } from '../../lib/people.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { AudienceWarning } from './audience-warning.tsx'
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
  /** Whether what is missing is to be told. */
  asked: boolean
}

/** Below those who are chosen: what departments mean, until when it lasts, and what is said with it. */
export function ShareTerms(props: ShareTermsProps): ReactElement {
  const { chosen, onRoster, expiry, onExpiry, latest, message, onMessage, asked } = props
  const max = limits().shareMessageMax
  return (
    <>
      <AudienceWarning
        departments={chosen.filter(({ principalType }) => principalType === 'department')}
        onShow={onRoster}
      />
      <ExpiryChoice value={expiry} onChange={onExpiry} asked={asked} latest={latest} />
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
