import { type PolicyKind, publishPolicy, type queryPolicyVersion } from '@clouddisk/contract/policies'
import type { Reply } from '@clouddisk/contract/route'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { MarkdownArticle } from '../../../ui/markdown/markdown-article.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { refreshVersions } from './data.ts'
import { type PolicyValues, policyErrors, policyValues, publishInput, refusedValues } from './editor-form.ts'
import { t } from './strings.ts'

export interface EditorProps extends DialogControl {
  kind: PolicyKind
  /** What it begins with; undefined for an empty notice. */
  from: Reply<typeof queryPolicyVersion> | undefined
}

/** Writes a text in both languages, with its preview beside it, and publishes it as a new version. */
export function Editor({ kind, from, ...dialog }: EditorProps): ReactElement {
  const form = useForm(policyValues(from), policyErrors(kind))
  const isNotice = kind === 'publicNotice'
  const send = async () => {
    if (!isNotice && from?.current && !form.dirty) return toast.info(t('unchanged'))
    if (!(await isSure(kind))) return
    await call(publishPolicy, publishInput(kind, form.values))
    dialog.onOpenChange(false)
    toast.ok(t('published'))
    await refreshVersions()
  }
  const submission = useSubmission(form, send, (error) => {
    const faults = refusedValues(error)
    if (faults) form.refuse(faults)
    else showError(t('notPublished'), error)
  })
  return (
    <FormDialog
      {...dialog}
      width={860}
      submission={submission}
      summary
      title={isNotice ? t('newNotice') : t('editKind', { kind: t(kind) })}
      description={t('markdownHint')}
      button={t('publish')}
      className="flex flex-col gap-6"
    >
      {isNotice && <p className="-mb-2 text-secondary text-fg-2">{t('oneIsEnough')}</p>}
      <Language form={form} title={isNotice ? 'titleZh' : undefined} text="textZh" lang="zh-CN" />
      <Language form={form} title={isNotice ? 'titleEn' : undefined} text="textEn" lang="en-US" />
      {isNotice && (
        <Field label={t('endDay')} hint={t('endDayHint')} error={form.errorOf('endDay')} className="max-w-60">
          <DateField
            {...form.control('endDay')}
            value={form.values.endDay}
            from={new Date()}
            onChange={(endDay) => form.set({ endDay })}
          />
        </Field>
      )}
    </FormDialog>
  )
}

const isSure = (kind: PolicyKind): Promise<boolean> =>
  confirm({
    type: 'info',
    title: kind === 'publicNotice' ? t('publishNoticeTitle') : t('publishTitle', { kind: t(kind) }),
    text: t(
      kind === 'publicNotice'
        ? 'publishNoticeText'
        : kind === 'usageRules'
          ? 'publishRulesText'
          : 'publishText',
    ),
    confirmText: t('publish'),
  })

interface LanguageProps {
  form: Form<PolicyValues>
  title: 'titleZh' | 'titleEn' | undefined
  text: 'textZh' | 'textEn'
  lang: string
}

function Language({ form, title, text, lang }: LanguageProps): ReactElement {
  const { values, set, control, errorOf } = form
  return (
    <div className="flex flex-col gap-3">
      {title && (
        <Field label={t(title)} error={errorOf(title)}>
          <Input
            {...control(title)}
            lang={lang}
            autoComplete="off"
            value={values[title]}
            onChange={(event) => set({ [title]: event.target.value })}
          />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={t(text)} required={title === undefined} error={errorOf(text)}>
          <Textarea
            {...control(text)}
            lang={lang}
            rows={14}
            spellCheck={false}
            className="font-mono text-secondary"
            value={values[text]}
            onChange={(event) => set({ [text]: event.target.value })}
          />
        </Field>
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-secondary text-fg-2">{t('preview')}</p>
          <section
            aria-label={t('previewOf', { field: t(text) })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
            tabIndex={0}
            lang={lang}
            className="h-[298px] overflow-y-auto rounded-m border border-line px-4 py-3 focus-visible:-outline-offset-1"
          >
            {values[text].trim() === '' ? (
              <p className="text-secondary text-mut">{t('nothingWritten')}</p>
            ) : (
              <MarkdownArticle text={values[text]} className="compact" />
            )}
          </section>
        </div>
      </div>
    </div>
  )
}
