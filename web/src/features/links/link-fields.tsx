import {
  LINK_CODE,
  LINK_VALIDITIES,
  LINK_VISITORS,
  type Link,
  type LinkVisitor,
} from '@clouddisk/contract/links'
import { RefreshCw, UserPlus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Form } from '../../ui/use-form.ts'
import { type Choice, ChoiceCards } from './choice-cards.tsx'
import { KeptFiles } from './kept-files.tsx'
import { canChooseWatermark, expiryOf, type LinkValues, randomCode, valuesOf } from './link-values.ts'
import { t } from './strings.ts'
import { FOR_FOLDERS, PERMISSION_PRESETS, type PermissionPreset, presetOf } from './words.ts'

interface LinkFieldsProps {
  form: Form<LinkValues>
  /** The link that is changed. */
  link: Link | undefined
  /** Folders alone are shared. */
  foldersOnly: boolean
  onPickPeople: () => void
}

const VISITORS: readonly Choice<LinkVisitor>[] = LINK_VISITORS.map((value) => ({
  value,
  label: t(value),
  text: t(`${value}Text`),
}))
const PRESETS: readonly Choice<PermissionPreset>[] = PERMISSION_PRESETS.map(([value]) => ({
  value,
  label: t(value),
  text: t(`${value}Text`),
}))
/** The choice that needs a date stands next to its field. */
const VALIDITIES = [...LINK_VALIDITIES.filter((value) => value !== 'custom'), 'custom' as const].map(
  (value) => ({
    value,
    label: t(value),
  }),
)

/** The settings of a link: who, what, until when, with which code, how often. */
export function LinkFields(props: LinkFieldsProps): ReactElement {
  const { form, link } = props
  const { values, set, errorOf, control } = form
  return (
    <div className="space-y-4">
      {link && <KeptFiles link={link} />}
      <ChoiceCards
        label={t('visitor')}
        value={values.visitor}
        onChange={(visitor) => set({ visitor })}
        choices={VISITORS}
      />
      {values.visitor === 'designated' && <People {...props} />}
      <Permissions {...props} />
      {canChooseWatermark(values.perms) && <Watermark form={form} />}
      <Validity {...props} />
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <Code form={form} link={link} />
        <Field label={t('maxVisits')} hint={t('visitsHint')} error={errorOf('maxVisits')}>
          <Input
            {...control('maxVisits')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            placeholder={t('unlimited')}
            unit={t('times')}
            value={values.maxVisits}
            onChange={(event) => set({ maxVisits: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t('remark')} hint={t('remarkHint')} error={errorOf('remark')}>
        <Textarea
          rows={1}
          value={values.remark}
          onBlur={control('remark').onBlur}
          onChange={(event) => set({ remark: event.target.value })}
          className="field-sizing-content max-h-24"
        />
      </Field>
    </div>
  )
}

function People({ form, onPickPeople }: LinkFieldsProps): ReactElement {
  const { people } = form.values
  const error = form.errorOf('people')
  const box = useListFocus()
  return (
    <section ref={box} aria-label={t('people')} className="space-y-1.5">
      <div className="flex items-center justify-between gap-3">
        <p className="text-secondary text-fg-2">{t('people')}</p>
        <Button {...form.control('people')} size="small" icon={UserPlus} onClick={onPickPeople}>
          {t('choosePeople')}
        </Button>
      </div>
      {people.length === 0 ? (
        <p
          role={error ? 'alert' : undefined}
          className={`text-caption ${error ? 'text-danger' : 'text-mut'}`}
        >
          {error ?? t('noPeople')}
        </p>
      ) : (
        <ul className="max-h-44 overflow-y-auto rounded-m border border-line py-1">
          {people.map((one) => (
            <li key={one.principalId} className="flex h-10 items-center gap-2.5 pr-1 pl-3">
              <PrincipalAvatar type={one.principalType} name={one.name} size={24} />
              <span className="min-w-0 flex-1 truncate text-secondary">{one.name}</span>
              <IconButton
                size="small"
                icon={X}
                label={t('takeOut', { name: one.name })}
                onClick={() => form.set({ people: people.filter((other) => other !== one) })}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Permissions that no preset has, as other programs give them, can be kept. */
function Permissions({ form, link, foldersOnly }: LinkFieldsProps): ReactElement {
  const { values, set } = form
  const presets = PRESETS.filter(({ value }) => foldersOnly || !FOR_FOLDERS.has(value))
  const own = link && presetOf(link.perms) === undefined
  return (
    <ChoiceCards<PermissionPreset | 'otherPerms'>
      label={t('perms')}
      value={presetOf(values.perms) ?? 'otherPerms'}
      onChange={(next) => {
        const perms = PERMISSION_PRESETS.find(([name]) => name === next)?.[1] ?? link?.perms
        if (perms) set({ perms })
      }}
      choices={
        own
          ? [
              ...presets,
              {
                value: 'otherPerms',
                label: t('otherPerms'),
                text: link.perms.map((one) => t(one)).join(t('between')),
              },
            ]
          : presets
      }
    />
  )
}

const Watermark = ({ form }: Pick<LinkFieldsProps, 'form'>): ReactElement => (
  <Checkbox
    className="items-start! pointer-coarse:py-1"
    checked={form.values.watermark}
    onChange={(watermark) => form.set({ watermark })}
    label={
      <span>
        {t('watermark')}
        <span className="block text-caption text-mut">{t('watermarkText')}</span>
      </span>
    }
  />
)

function Validity({ form, link }: LinkFieldsProps): ReactElement {
  const { values, set, errorOf, control } = form
  const { validity, day } = values
  return (
    <div className="space-y-1.5">
      <ChoiceCards
        narrow
        label={t('validity')}
        value={validity}
        onChange={(next) => set({ validity: next })}
        choices={VALIDITIES}
      />
      {validity === 'custom' ? (
        <Field label={t('endDay')} hideLabel hint={endText(values, link)} error={errorOf('day')}>
          <DateField
            {...control('day')}
            value={day}
            onChange={(next) => set({ day: next })}
            from={new Date()}
          />
        </Field>
      ) : (
        <p className="tabular text-caption text-mut">{endText(values, link)}</p>
      )}
    </div>
  )
}

/** A preset that stays as it is ends when it did. */
function endText(values: LinkValues, link: Link | undefined): string | undefined {
  if (values.validity === 'employed') return t('endsEmployed')
  if (values.validity === 'permanent') return t('endsNever')
  const stays =
    link && link.reason !== 'time' && link.validity === values.validity && valuesOf(link).day === values.day
  const end = stays ? link.expireTime : expiryOf(values, new Date())?.toISOString()
  return end ? t('endsOn', { time: formatFullDateTime(end) }) : undefined
}

function Code({ form, link }: Pick<LinkFieldsProps, 'form' | 'link'>): ReactElement {
  const { values, set, errorOf, control } = form
  const { min, max } = LINK_CODE
  const isChanged = link !== undefined && values.hasCode && values.code !== link.code && link.code !== ''
  return (
    <Field
      label={t('code')}
      aside={
        <span className="-my-1 flex self-center">
          <Checkbox
            checked={!values.hasCode}
            onChange={(none) => set({ hasCode: !none })}
            label={<span className="text-secondary">{t('noCode')}</span>}
          />
        </span>
      }
      hint={
        values.hasCode ? (
          isChanged ? (
            t('newCodeEnds')
          ) : (
            t('codeHint', { min, max })
          )
        ) : values.visitor === 'anyone' ? (
          <span className="text-warn">{t('openToAll')}</span>
        ) : undefined
      }
      error={errorOf('code')}
    >
      <Input
        {...control('code')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        disabled={!values.hasCode}
        value={values.hasCode ? values.code : ''}
        className={values.code && values.hasCode ? 'font-semibold tracking-[2px]' : undefined}
        onChange={(event) => set({ code: event.target.value })}
        trailing={
          values.hasCode && (
            <IconButton
              size="small"
              icon={RefreshCw}
              label={t('newCode')}
              onClick={() => set({ code: randomCode() })}
            />
          )
        }
      />
    </Field>
  )
}
