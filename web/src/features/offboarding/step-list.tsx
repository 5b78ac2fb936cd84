import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from './strings.ts'

export const STEPS = ['freeze', 'has', 'plan', 'confirm'] as const
export type WizardStep = (typeof STEPS)[number]

const LABELS = {
  freeze: t('stepFreeze'),
  has: t('stepHas'),
  plan: t('stepPlan'),
  confirm: t('stepConfirm'),
} satisfies Record<WizardStep, string>

/** Where one is on the way, and what is done. */
export function StepList({ step }: { step: WizardStep }): ReactElement {
  const at = STEPS.indexOf(step)
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {t('stepOf', { step: at + 1, count: STEPS.length })} {LABELS[step]}
      </p>
      <ol aria-label={t('steps')} className="mb-5 flex items-center gap-2 text-secondary">
        {STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={index === at ? 'step' : undefined}
            className={clsx(
              'flex min-w-0 items-center gap-2',
              index > 0 && 'flex-1 before:h-px before:min-w-3 before:flex-1 before:bg-line-2',
              index === at ? 'font-semibold text-fg' : 'text-mut',
            )}
          >
            <span
              aria-hidden
              className={clsx(
                'tabular flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold',
                index < at ? 'bg-ok-soft text-ok' : index === at ? 'bg-fg text-bg' : 'bg-press text-fg-2',
              )}
            >
              {index < at ? <Check size={14} /> : index + 1}
            </span>
            <span className={clsx('truncate', index !== at && 'max-md:sr-only')}>{LABELS[one]}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
