import { DIRECTORY_SCHEDULES, LEAVER_RULES } from '@clouddisk/contract/directory-settings'
import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { t as ofScim } from './scim-strings.ts'
import { type FormProps, Section, TextField, WIDE } from './section.tsx'
import { t } from './strings.ts'

/** What is made of people who come and leave. */
export function AccountFields({ form }: FormProps): ReactElement {
  const { values, set } = form
  const isScim = values.protocol === 'scim'
  const leavers = isScim ? ofScim('leavers') : t('leavers')
  return (
    <Section title={t('sectionAccounts')}>
      <div className={WIDE}>
        <p className="mb-2 text-secondary text-fg-2">{leavers}</p>
        <RadioGroup
          label={leavers}
          value={values.leavers}
          onChange={(rule) => set({ leavers: rule })}
          options={LEAVER_RULES.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
        />
      </div>
      <fieldset className={WIDE}>
        <legend className="mb-1 text-secondary text-fg-2">{t('guard')}</legend>
        <p className="mb-2 text-caption text-mut">{isScim ? ofScim('guardText') : t('guardText')}</p>
        <div className="grid grid-cols-2 gap-4">
          <TextField form={form} name="guardShare" label={t('guardShare')} unit="%" />
          <TextField form={form} name="guardLeast" label={t('guardLeast')} unit={t('peopleUnit')} />
        </div>
      </fieldset>
      <TextField form={form} name="capacity" label={t('capacity')} hint={t('capacityHint')} unit="GB" />
      <div className={`${WIDE} flex flex-col gap-3`}>
        {!isScim && (
          <Switch
            checked={values.createAtSignIn}
            onChange={(createAtSignIn) => set({ createAtSignIn })}
            label={t('createAtSignIn')}
            hint={t('createAtSignInHint')}
          />
        )}
        <Switch
          checked={values.takeOver}
          onChange={(takeOver) => set({ takeOver })}
          label={t('takeOver')}
          hint={t('takeOverHint')}
        />
      </div>
    </Section>
  )
}

const SCHEDULES = { off: 'scheduleOff', hourly: 'hourly', daily: 'daily' } as const

export function ScheduleFields({ form }: FormProps): ReactElement {
  const { values, set } = form
  return (
    <Section title={t('sectionSchedule')}>
      <Field label={t('schedule')}>
        <Select
          value={values.schedule}
          onChange={(schedule) => set({ schedule })}
          options={DIRECTORY_SCHEDULES.map((value) => ({ value, label: t(SCHEDULES[value]) }))}
        />
      </Field>
      {values.schedule === 'daily' && (
        <TextField form={form} name="scheduleTime" label={t('scheduleTime')} placeholder="03:00" />
      )}
    </Section>
  )
}
