import type { Import, ImportSource } from '@clouddisk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { useForm } from '../../ui/use-form.ts'
import { importRequests } from './import-requests.ts'
import { folderQuery, importsQuery, type SignIn, stateText } from './imports.ts'
import { t } from './strings.ts'

interface SignInStepProps {
  readonly sources: readonly ImportSource[]
  readonly again: Import | undefined
  readonly onOpened: (source: ImportSource, signIn: SignIn) => void
  readonly onClose: () => void
}

/** Chooses the old drive and signs in to it. */
export function SignInStep({ sources, again, onOpened, onClose }: SignInStepProps): ReactElement {
  const first = sources.find(({ sourceId }) => sourceId === again?.sourceId) ?? sources[0]
  const [failure, setFailure] = useState<string>()
  const form = useForm(
    { sourceId: first?.sourceId ?? '', account: again?.account ?? '', password: '' },
    (values) =>
      kindOf(values.sourceId) === 'webdav'
        ? {
            account: values.account.trim() === '' ? t('accountMissing') : undefined,
            password: values.password === '' ? t('passwordMissing') : undefined,
          }
        : {},
  )
  const { values } = form
  function kindOf(id: string) {
    return sources.find(({ sourceId }) => sourceId === id)?.kind
  }
  const open = async () => {
    const source = sources.find(({ sourceId }) => sourceId === values.sourceId)
    if (!source) return
    const signIn =
      source.kind === 'webdav' ? { account: values.account.trim(), password: values.password } : {}
    setFailure(undefined)
    await queryClient.fetchQuery(folderQuery(source.sourceId, '', signIn))
    onOpened(source, signIn)
  }
  const submission = useSubmission(form, open, (error) => setFailure(errorMessage(error)))
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      dirty={values.password !== ''}
      submission={submission}
      button={t('next')}
      className="space-y-4"
    >
      {failure && (
        <p role="alert" className="flex items-start gap-2 text-secondary text-danger">
          <CircleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
          <span className="min-w-0">{failure}</span>
        </p>
      )}
      <div>
        <p className="mb-2 text-secondary text-fg-2">{t('source')}</p>
        <RadioGroup
          label={t('source')}
          value={values.sourceId}
          onChange={(sourceId) => form.set({ sourceId })}
          options={sources.map(({ sourceId, name, kind }) => ({
            value: sourceId,
            label: name,
            hint: kind === 'folder' ? t('serverFolder') : undefined,
          }))}
        />
      </div>
      {kindOf(values.sourceId) === 'webdav' && (
        <>
          <Field label={t('account')} error={form.errorOf('account')}>
            <Input
              {...form.control('account')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={256}
              value={values.account}
              onChange={(event) => form.set({ account: event.target.value })}
            />
          </Field>
          <Field label={t('password')} hint={t('webdavHint')} error={form.errorOf('password')}>
            <PasswordInput
              {...form.control('password')}
              autoComplete="off"
              maxLength={1024}
              value={values.password}
              onChange={(event) => form.set({ password: event.target.value })}
            />
          </Field>
        </>
      )}
      <RecentImports onClose={onClose} />
    </FormDialog>
  )
}

const SHOWN = 5

/** Reports of before; nothing where there are none. */
function RecentImports({ onClose }: { onClose: () => void }): ReactElement | null {
  const { data = [] } = useQuery(importsQuery)
  if (data.length === 0) return null
  return (
    <section aria-label={t('earlier')} className="border-t border-line pt-4">
      <h3 className="text-secondary text-fg-2">{t('earlier')}</h3>
      <ul className="-mx-2 mt-1">
        {data.slice(0, SHOWN).map((one) => (
          <li key={one.importId}>
            <button
              type="button"
              onClick={() => {
                // One dialog at a time: the report opens once this one is closed.
                onClose()
                void importRequests.ask({ reportId: one.importId })
              }}
              className="flex min-h-9 w-full items-center gap-x-3 rounded-m px-2 text-left hover:bg-hover max-md:flex-col max-md:items-start max-md:py-1.5"
            >
              <span className="w-full min-w-0 flex-1 truncate">
                {one.sourceName}
                {one.pathText && ` / ${one.pathText}`}
              </span>
              <span className="shrink-0 text-caption text-mut">
                {stateText(one)} · {formatDateTime(one.endTime ?? one.createTime)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
