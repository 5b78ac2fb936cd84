import type { Belongings } from '@clouddisk/contract/admin-offboarding'
import type { ReactElement } from 'react'
import type { OffboardedPerson } from '../../lib/directory.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import type { Form } from '../../ui/use-form.ts'
import { missingSpaceText, type Plan, parseDays, purgeDay, spaceAfterText } from './plan.ts'
import { t } from './strings.ts'

export interface PlanStepProps {
  person: OffboardedPerson
  has: Belongings
  form: Form<Plan>
}

/** To whom it goes, or for how long it is kept. */
export function PlanStep({ person, has, form }: PlanStepProps): ReactElement {
  const { values, set, errorOf, control } = form
  const { way, to } = values
  const directory = useExtension('directory')
  const owned = has.groupsOwned.length
  const short = to && missingSpaceText(has, to)
  const days = parseDays(values.days)
  return (
    <div className="space-y-5">
      <RadioGroup
        label={t('way')}
        value={way}
        onChange={(next) => set({ way: next })}
        className="gap-3!"
        options={[
          { value: 'hand', label: t('wayHand'), hint: t('wayHandText', { name: person.userRealName }) },
          { value: 'keep', label: t('wayKeep'), hint: t('wayKeepText') },
          {
            value: 'purge',
            label: t('wayPurge'),
            hint: owned > 0 ? t('wayPurgeBlocked', { count: owned }) : t('wayPurgeText'),
            disabled: owned > 0,
          },
        ]}
      />
      {way !== 'purge' && (
        <div className="grid grid-cols-[minmax(0,1fr)_160px] items-start gap-3 max-md:grid-cols-1">
          {way === 'hand' && (
            <Field
              label={t('receiver')}
              required
              error={errorOf('to') ?? (values.enlarge ? undefined : short)}
              hint={to && spaceAfterText(has, to)}
            >
              {directory && (
                <directory.PersonPicker
                  ref={control('to').ref}
                  value={to}
                  without={person.userId}
                  placeholder={t('chooseReceiver')}
                  onChange={(next) => set({ to: next })}
                />
              )}
            </Field>
          )}
          <Field
            label={t('keepDays')}
            required
            error={errorOf('days')}
            hint={days !== undefined && t('purgedOn', { day: formatDate(purgeDay(days)) })}
          >
            <Input
              {...control('days')}
              inputMode="numeric"
              autoComplete="off"
              className="tabular max-w-40"
              value={values.days}
              onChange={(event) => set({ days: event.target.value })}
              unit={t('days')}
            />
          </Field>
        </div>
      )}
      {way === 'hand' && (
        <Checkbox label={t('enlarge')} checked={values.enlarge} onChange={(enlarge) => set({ enlarge })} />
      )}
      {way === 'keep' && owned > 0 && <p className="text-secondary text-warn">{t('keepsGroups')}</p>}
    </div>
  )
}
