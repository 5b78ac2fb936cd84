import { type ReactElement, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { PasswordForm } from './password-form.tsx'
import { t } from './password-strings.ts'
import { t as words } from './strings.ts'

export function ChangePasswordDialog(dialog: DialogControl): ReactElement {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(false)
  return (
    <Dialog
      {...dialog}
      dirty={typed}
      busy={busy}
      title={words('changePassword')}
      footer={
        <>
          <CloseButton />
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <PasswordForm
        id={form}
        onBusy={setBusy}
        onTyped={setTyped}
        onChanged={() => {
          dialog.onOpenChange(false)
          toast.ok(t('passwordChanged'))
        }}
      />
    </Dialog>
  )
}
