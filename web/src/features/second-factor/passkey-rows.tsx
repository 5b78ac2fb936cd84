import { type Passkey, removePasskey, renamePasskey } from '@clouddisk/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

interface PasskeyRowsProps {
  passkeys: readonly Passkey[]
  onChanged: () => void
}

/** A person's passkeys: named, with their last use, to be removed. */
export const PasskeyRows = ({ passkeys, onChanged }: PasskeyRowsProps): ReactElement => (
  <ul aria-label={t('passkeys')} className="divide-y divide-line border-b border-line pl-4">
    {passkeys.map((passkey) => (
      <PasskeyLine key={passkey.passkeyId} passkey={passkey} onChanged={onChanged} />
    ))}
  </ul>
)

function PasskeyLine({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }): ReactElement {
  const { passkeyId, name, synced, createTime, lastUseTime } = passkey
  const [naming, setNaming] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removePasskey, { passkeyId }),
    onSuccess: () => toast.ok(t('passkeyRemoved')),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: onChanged,
  })
  const askToRemove = async () => {
    const sure = await confirm({
      title: t('removePasskeyQuestion', { name }),
      text: t('removePasskeyText'),
      confirmText: t('remove'),
      danger: true,
    })
    if (sure) remove.mutate()
  }
  if (naming)
    return (
      <NameForm
        passkey={passkey}
        onDone={() => {
          setNaming(false)
          onChanged()
        }}
      />
    )
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-body">
          <span className="truncate">{name}</span>
          {synced && <Chip>{t('synced')}</Chip>}
        </p>
        <p className="text-caption text-mut">
          {lastUseTime
            ? t('appUsed', { time: formatDateTime(createTime), used: formatDateTime(lastUseTime) })
            : t('appSince', { time: formatDateTime(createTime) })}
        </p>
      </div>
      <IconButton icon={Pencil} label={t('renamePasskey', { name })} onClick={() => setNaming(true)} />
      <IconButton
        icon={Trash2}
        label={t('removePasskey', { name })}
        busy={remove.isPending}
        onClick={() => void askToRemove()}
      />
    </li>
  )
}

function NameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }): ReactElement {
  const [name, setName] = useState(passkey.name)
  const [fault, setFault] = useState<string>()
  const rename = useMutation({
    mutationFn: () => call(renamePasskey, { passkeyId: passkey.passkeyId, name: name.trim() }),
    onSuccess: onDone,
    onError: (error) => setFault(errorMessage(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setFault(t('passkeyNameMissing'))
    else rename.mutate()
  }
  return (
    <li className="py-2">
      <form noValidate onSubmit={submit} className="flex items-start gap-2">
        <Field label={t('passkeyName')} hideLabel error={fault} className="flex-1">
          <Input value={name} autoFocus maxLength={64} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          {t('save')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </form>
    </li>
  )
}
