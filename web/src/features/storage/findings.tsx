import type { BucketFinding } from '@clouddisk/contract/admin-storage'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, type LucideIcon, Wrench } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from './strings.ts'

const APPEARANCE: Record<BucketFinding['outcome'], { icon: LucideIcon; tone: string }> = {
  fine: { icon: CircleCheck, tone: 'text-ok' },
  repaired: { icon: Wrench, tone: 'text-info' },
  wrong: { icon: CircleAlert, tone: 'text-danger' },
}

/** What was tried on a bucket, a line each, and what to do about what is wrong. */
export const Findings = ({ findings }: { findings: readonly BucketFinding[] }): ReactElement => (
  <ul className="flex flex-col gap-2.5">
    {findings.map(({ step, stepText, outcome, says }) => {
      const { icon: Icon, tone } = APPEARANCE[outcome]
      return (
        <li key={step} className="flex items-start gap-2.5 text-body">
          <Icon size={17} className={clsx('mt-0.5 shrink-0', tone)} aria-hidden />
          <span className="min-w-0">
            {stepText}
            <span
              className={outcome === 'wrong' && says ? 'sr-only' : clsx('ml-2 text-secondary', tone)}
            >{` ${t(`outcome_${outcome}`)}`}</span>
            {says && <span className="block text-secondary break-words text-fg-2">{says}</span>}
          </span>
        </li>
      )
    })}
  </ul>
)
