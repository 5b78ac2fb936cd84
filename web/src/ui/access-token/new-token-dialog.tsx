import { ApiError } from '@clouddisk/client/http/errors'
import { lengthOf } from '@clouddisk/contract/names'
import { DAY } from '@clouddisk/contract/time'
import type { TokenScope } from '@clouddisk/contract/token-scopes'
import { type NewToken, TOKEN_DAYS, TOKEN_NAME_MAX } from '@clouddisk/contract/tokens'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { DateField, formatDayInput, parseDay } from '../date-field.tsx'
import { showError } from '../failures.ts'
import { Field } from '../field.tsx'
import { FormDialog, useSubmission } from '../form-dialog.tsx'
import { Input } from '../input.tsx'
import type { DialogControl } from '../overlay-props.ts'
import { RadioGroup } from '../radio.tsx'
import { type FormErrors, useForm } from '../use-form.ts'
import { t } from './strings.ts'
import { tokenCreatedDialog } from './token-created.tsx'

export interface TokenInput {
  name: string
  scope: TokenScope
  expireTime: string
}

interface NewTokenDialogProps extends DialogControl {
  /** Days for which it may be valid. */
  daysMax: number
  /** Whether the account administers anything. */
  mayAdminister: boolean
  /** The service account that it is for; one's own without. */
  service?: string | undefined
  create: (input: TokenInput) => Promise<NewToken>
}

interface Values {
  name: string
  scope: TokenScope
  end: string
}

const dayAfter = (days: number) => formatDayInput(new Date(Date.now() + days * DAY))

/** The end of a typed day. */
function endOf(text: string): Date | undefined {
  const day = parseDay(text)
  return day && new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999)
}

function errorsOf({ name, end }: Values, daysMax: number): FormErrors<Values> {
  const length = lengthOf(name.trim())
  const time = endOf(end)?.getTime()
  const isLater = time !== undefined && time > (endOf(dayAfter(0))?.getTime() ?? 0)
  return {
    name:
      length === 0
        ? t('nameMissing')
        : length > TOKEN_NAME_MAX
          ? t('nameTooLong', { max: TOKEN_NAME_MAX })
          : undefined,
    end: !isLater
      ? t('endWrong')
      : time > (endOf(dayAfter(daysMax))?.getTime() ?? 0)
        ? t('endTooFar', { days: daysMax })
        : undefined,
  }
}

const FIELDS = { name: 'name', expireTime: 'end' } as const

/** Name, scope and end of a token; then the token itself, this once. */
export function NewTokenDialog(props: NewTokenDialogProps): ReactElement {
  const { daysMax, mayAdminister, service, create, ...dialog } = props
  const [made, setMade] = useState<NewToken>()
  const [initial] = useState(
    (): Values => ({ name: '', scope: 'read', end: dayAfter(Math.min(TOKEN_DAYS, daysMax)) }),
  )
  const form = useForm(initial, (values) => errorsOf(values, daysMax))
  const { values, set, errorOf, control } = form
  const send = async () => {
    const expireTime = endOf(values.end)?.toISOString() ?? ''
    setMade(await create({ name: values.name.trim(), scope: values.scope, expireTime }))
  }
  const submission = useSubmission(form, send, (error) => {
    const field = error instanceof ApiError ? (error.details as { field?: string } | null)?.field : undefined
    const ours = FIELDS[field as keyof typeof FIELDS]
    if (ours) form.refuse({ [ours]: errorMessage(error) })
    else showError(t('notCreated'), error)
  })
  const scopes = [
    { value: 'read', label: t('read'), hint: t('readHint') },
    { value: 'write', label: t('write'), hint: t('writeHint') },
    ...(mayAdminister
      ? ([
          {
            value: 'admin',
            label: t('admin'),
            hint: t(service === undefined ? 'adminHint' : 'adminHintService'),
          },
        ] as const)
      : []),
  ] as const
  return (
    <FormDialog
      {...dialog}
      instead={made && tokenCreatedDialog(dialog, made)}
      submission={submission}
      title={service === undefined ? t('newToken') : t('newTokenFor', { name: service })}
      width={480}
      button={t('create')}
      className="flex flex-col gap-5"
    >
      <Field label={t('name')} required hint={t('nameHint')} error={errorOf('name')}>
        <Input
          {...control('name')}
          autoComplete="off"
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <p className="text-secondary text-fg-2">{t('scope')}</p>
        <RadioGroup<TokenScope>
          label={t('scope')}
          value={values.scope}
          onChange={(scope) => set({ scope })}
          options={scopes}
        />
      </div>
      <Field
        label={t('end')}
        required
        hint={t('endHint', { days: daysMax, count: daysMax })}
        error={errorOf('end')}
      >
        <DateField
          {...control('end')}
          value={values.end}
          onChange={(end) => set({ end })}
          from={new Date(Date.now() + DAY)}
        />
      </Field>
    </FormDialog>
  )
}
