import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { reasonOf } from '../calls.ts'
import { t } from './strings.ts'

export interface NameDialogProps {
  open: boolean
  title: string
  label: string
  button: string
  /** The name at first. */
  name: string
  onClose: () => void
  /** Rejects with what the dialog says. */
  onSave: (name: string) => Promise<void>
}

/** Asks for one name. */
export function NameDialog(props: NameDialogProps): ReactElement {
  const { open, title, label, button, name: before, onClose, onSave } = props
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const form = useId()
  useEffect(() => {
    if (!open) return
    setName(before)
    setError(undefined)
  }, [open, before])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') {
      setError(t('nameMissing'))
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (failure) {
      setError(reasonOf(failure))
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      width={480}
      busy={busy}
      dirty={name !== before}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={label} error={error} required>
          <Input
            ref={input}
            value={name}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
