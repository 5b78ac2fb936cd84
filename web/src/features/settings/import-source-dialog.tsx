import {
  type AdminImportSource,
  IMPORT_ADDRESS_MAX,
  IMPORT_NAME_MAX,
  type ImportSourceKind,
  saveImportSource,
  tryImportSource,
} from '@clouddisk/contract/imports'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { refusedFieldOf } from '../../lib/bad-field.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { language } from '../../lib/i18n.ts'
import type { ChosenRecipient } from '../../lib/people.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { t } from './import-strings.ts'

interface ImportSourceDialogProps extends DialogControl {
  /** Undefined for a new one. */
  readonly source: AdminImportSource | undefined
  /** Folders of the server that sources may lie in. */
  readonly folders: readonly string[]
  readonly onSaved: () => void
}

interface Values {
  readonly name: string
  readonly kind: ImportSourceKind
  readonly address: string
  readonly people: AdminImportSource['people']
}

/** An old drive that is added or changed, and tried as it stands. */
export function ImportSourceDialog(props: ImportSourceDialogProps): ReactElement {
  const { source, folders, onSaved, ...dialog } = props
  const form = useForm<Values>(
    {
      name: source?.name ?? '',
      kind: source?.kind ?? 'webdav',
      address: source?.address ?? '',
      people: source?.people ?? [],
    },
    ({ name, address }) => ({
      name:
        name.trim() === ''
          ? t('nameMissing')
          : name.trim().length > IMPORT_NAME_MAX
            ? t('nameLong', { max: IMPORT_NAME_MAX })
            : undefined,
      address: address.trim() === '' ? t('addressMissing') : undefined,
    }),
  )
  const { values } = form
  const send = async () => {
    const { name } = await call(saveImportSource, {
      name: values.name.trim(),
      kind: values.kind,
      address: values.address.trim(),
      userIds: values.people.map(({ userId }) => userId),
      ...(source && { sourceId: source.sourceId }),
    })
    dialog.onOpenChange(false)
    onSaved()
    toast.ok(t('saved', { name }))
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedFieldOf(error, ['address', 'name'])
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  return (
    <FormDialog
      {...dialog}
      title={t(source ? 'editTitle' : 'addTitle')}
      submission={submission}
      button={t('save')}
      className="space-y-4"
    >
      <Field label={t('name')} error={form.errorOf('name')}>
        <Input
          {...form.control('name')}
          autoComplete="off"
          maxLength={IMPORT_NAME_MAX}
          value={values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <div>
        <p className="mb-2 text-secondary text-fg-2">{t('kind')}</p>
        <RadioGroup
          label={t('kind')}
          value={values.kind}
          onChange={(kind) => form.set({ kind })}
          options={[
            { value: 'webdav', label: t('webdav'), hint: t('webdavHint') },
            {
              value: 'folder',
              label: t('folder'),
              hint: folders.length > 0 ? t('folderHint', { folders: folders.join(', ') }) : t('folderOff'),
              disabled: folders.length === 0,
            },
          ]}
        />
      </div>
      <Field
        label={t(values.kind === 'webdav' ? 'address' : 'path')}
        hint={addressHint(values, source)}
        error={form.errorOf('address')}
      >
        <Input
          {...form.control('address')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={IMPORT_ADDRESS_MAX}
          placeholder={values.kind === 'webdav' ? 'https://old.example.com/dav/' : folders[0]}
          value={values.address}
          onChange={(event) => form.set({ address: event.target.value })}
        />
      </Field>
      {values.kind === 'folder' && <People form={form} />}
      <Trial form={form} />
    </FormDialog>
  )
}

function addressHint({ kind, address }: Values, source: AdminImportSource | undefined): string | undefined {
  const hints: string[] = []
  if (kind === 'webdav' && /^http:/i.test(address.trim())) hints.push(t('plain'))
  if (source && (source.kind !== kind || source.address !== address.trim())) hints.push(t('elsewhere'))
  return hints.join(language === 'zh-CN' ? '' : ' ') || undefined
}

/** Who may use a folder of the server. */
function People({ form }: { form: Form<Values> }): ReactElement {
  const picker = useExtension('people')
  const { people } = form.values
  const [picking, setPicking] = useState(false)
  const chosen: readonly ChosenRecipient[] = people.map(({ userId, name }) => ({
    principalType: 'user',
    principalId: userId,
    name,
    detail: '',
    count: 1,
    path: [],
    role: '',
  }))
  return (
    <div>
      <p className="text-secondary text-fg-2">{t('people')}</p>
      <p className="mt-1 wrap-anywhere">{people.map(({ name }) => name).join(', ') || t('nobody')}</p>
      <Button size="small" className="mt-2" onClick={() => setPicking(true)}>
        {t('choose')}
      </Button>
      {picker && (
        <Dialog
          open={picking}
          onOpenChange={setPicking}
          width={860}
          title={t('people')}
          footer={
            <Button variant="primary" onClick={() => setPicking(false)}>
              {t('chosen', { count: people.length })}
            </Button>
          }
        >
          <Suspense fallback={<Loading />}>
            <picker.Picker
              roles={[]}
              firstRole=""
              kinds={['user']}
              chosen={chosen}
              onChange={(next) =>
                form.set({ people: next.map(({ principalId, name }) => ({ userId: principalId, name })) })
              }
            />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}

/** Reaches the drive as an import would. */
function Trial({ form }: { form: Form<Values> }): ReactElement {
  const { kind, address } = form.values
  const [signIn, setSignIn] = useState({ account: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeProps>()
  const attempt = async () => {
    setOutcome(undefined)
    if (address.trim() === '') return form.refuse({ address: t('addressMissing') })
    setBusy(true)
    try {
      const { account, password } = signIn
      const used = kind === 'webdav' && account ? { account, password } : {}
      const found = await call(tryImportSource, { kind, address: address.trim(), ...used })
      setOutcome({ text: t('reached', found), failed: false })
    } catch (error) {
      setOutcome({ text: errorMessage(error), failed: true })
    }
    setBusy(false)
  }
  return (
    <fieldset className="rounded-m border border-line p-4">
      <legend className="px-1 text-secondary text-fg-2">{t('tryTitle')}</legend>
      {kind === 'webdav' && (
        <>
          <p className="mb-3 text-caption text-mut">{t('tryText')}</p>
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            <Field label={t('account')}>
              <Input
                autoComplete="off"
                maxLength={256}
                value={signIn.account}
                onChange={(event) => setSignIn({ ...signIn, account: event.target.value })}
              />
            </Field>
            <Field label={t('password')}>
              <PasswordInput
                autoComplete="off"
                maxLength={1024}
                value={signIn.password}
                onChange={(event) => setSignIn({ ...signIn, password: event.target.value })}
              />
            </Field>
          </div>
        </>
      )}
      <Button size="small" className="mt-3" busy={busy} onClick={() => void attempt()}>
        {t('tryButton')}
      </Button>
      <p role="status" className="text-caption">
        {outcome && <Outcome {...outcome} />}
      </p>
    </fieldset>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly failed: boolean
}

function Outcome({ text, failed }: OutcomeProps): ReactElement {
  const Icon = failed ? CircleAlert : CircleCheck
  return (
    <span className={`mt-2 flex items-start gap-1.5 ${failed ? 'text-danger' : 'text-ok'}`}>
      <Icon size={13} className="mt-px shrink-0" aria-hidden />
      <span className="min-w-0">{text}</span>
    </span>
  )
}
