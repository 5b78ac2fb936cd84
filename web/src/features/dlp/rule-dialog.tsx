import {
  DLP_ACTIONS,
  DLP_KINDS,
  DLP_LEVELS,
  DLP_PLACES,
  type DlpRule,
  saveDlpRule,
} from '@clouddisk/contract/dlp'
import { FlaskConical } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { RadioGroup } from '../../ui/radio.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { refreshRules } from './data.ts'
import { hasTerms, type RuleValues, refusedField, ruleErrors, ruleInput, ruleValues } from './rule-form.ts'
import { t } from './strings.ts'
import { Trial } from './trial.tsx'

export interface RuleDialogProps extends DialogControl {
  /** Undefined for a new one. */
  rule: DlpRule | undefined
}

/** A rule that is added or changed, and tried as it stands. */
export function RuleDialog({ rule, ...dialog }: RuleDialogProps): ReactElement {
  const form = useForm<RuleValues>(ruleValues(rule), ruleErrors)
  const [tried, setTried] = useState(false)
  const send = async () => {
    const saved = await call(saveDlpRule, { ...ruleInput(form.values), ...(rule && { ruleId: rule.ruleId }) })
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: saved.name }))
    await refreshRules()
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedField(error)
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  // A trial needs no name.
  const errors = ruleErrors({ ...form.values, name: form.values.name || t('newRule') })
  const fault = Object.values(errors).find((text) => text !== undefined)
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      summary
      title={t(rule ? 'editTitle' : 'newTitle')}
      button={t(rule ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <Subject form={form} />
      <Consequence form={form} />
      <Collapsible
        icon={<FlaskConical size={16} aria-hidden />}
        title={t('trial')}
        open={tried}
        onToggle={() => setTried(!tried)}
      >
        {fault ? (
          <p className="text-secondary text-mut">{fault}</p>
        ) : (
          <Trial rule={{ ...ruleInput(form.values), name: form.values.name.trim() || t('newRule') }} />
        )}
      </Collapsible>
    </FormDialog>
  )
}

type FormProps = { form: Form<RuleValues> }

function Subject({ form: { values, set, errorOf, control } }: FormProps): ReactElement {
  const hints = { words: t('terms'), fileName: t('fileNameHint'), fileType: t('fileTypeHint') }
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={t('name')} required error={errorOf('name')}>
          <Input
            {...control('name')}
            autoComplete="off"
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('kind')}>
          <Select
            value={values.kind}
            onChange={(kind) => set({ kind })}
            options={DLP_KINDS.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
      </div>
      {hasTerms(values.kind) && (
        <Field
          label={t(values.kind)}
          required
          hint={hints[values.kind as keyof typeof hints]}
          error={errorOf('terms')}
        >
          <Textarea
            {...control('terms')}
            rows={5}
            value={values.terms}
            onChange={(event) => set({ terms: event.target.value })}
          />
        </Field>
      )}
      {values.kind === 'pattern' && (
        <Field label={t('pattern')} required hint={t('patternHint')} error={errorOf('pattern')}>
          <Input
            {...control('pattern')}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={values.pattern}
            onChange={(event) => set({ pattern: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

/** Where it applies besides links. */
const Places = ({ values, set }: Pick<Form<RuleValues>, 'values' | 'set'>): ReactElement => (
  <fieldset>
    <legend className="mb-1 text-secondary font-medium">{t('places')}</legend>
    <p className="mb-2 text-caption text-mut">
      {t(values.action === 'block' ? 'placesBlock' : 'placesReview')}
    </p>
    <div className="flex flex-col items-start gap-2">
      {DLP_PLACES.map((place) => (
        <Checkbox
          key={place}
          label={t(place)}
          checked={values.places.includes(place)}
          onChange={(on) =>
            set({ places: DLP_PLACES.filter((one) => (one === place ? on : values.places.includes(one))) })
          }
        />
      ))}
    </div>
  </fieldset>
)

const Consequence = ({ form: { values, set, errorOf, control } }: FormProps): ReactElement => (
  <>
    <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
      <Field label={t('threshold')} hint={t('thresholdHint')} error={errorOf('threshold')}>
        <Input
          {...control('threshold')}
          inputMode="numeric"
          unit={t('thresholdUnit')}
          value={values.threshold}
          onChange={(event) => set({ threshold: event.target.value })}
        />
      </Field>
      <Field label={t('level')}>
        <Select
          value={values.level}
          onChange={(level) => set({ level })}
          options={DLP_LEVELS.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
    </div>
    <div>
      <p className="mb-2 text-secondary font-medium">{t('action')}</p>
      <RadioGroup
        label={t('action')}
        value={values.action}
        onChange={(action) => set({ action })}
        options={DLP_ACTIONS.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
      />
    </div>
    <Places values={values} set={set} />
    <Switch checked={values.enabled} onChange={(enabled) => set({ enabled })} label={t('enabledLabel')} />
  </>
)
