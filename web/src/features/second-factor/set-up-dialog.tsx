import { type ReactElement, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { t } from './strings.ts'
import { TotpSetup } from './totp-setup.tsx'

interface SetUpDialogProps extends DialogControl {
  /** An authenticator app, which replaces the one before, or a passkey. */
  kind: 'setUp' | 'passkey'
  onAdded: () => void
}

/** Adds a second factor. */
export function SetUpDialog({ kind, onAdded, ...dialog }: SetUpDialogProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[]>()
  const added = (made: readonly string[]) => {
    toast.ok(t(kind === 'setUp' ? 'appOn' : 'passkeyAdded'))
    onAdded()
    if (made.length > 0) setCodes(made)
    else dialog.onOpenChange(false)
  }
  return (
    <Dialog
      {...dialog}
      title={t(codes ? 'recoveryCodes' : kind === 'setUp' ? 'app' : 'addPasskey')}
      required={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => dialog.onOpenChange(false)} />
      ) : kind === 'setUp' ? (
        <TotpSetup onDone={added} />
      ) : (
        <AddPasskey onDone={added} />
      )}
    </Dialog>
  )
}

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog({
  codes,
  ...dialog
}: DialogControl & { codes: readonly string[] }): ReactElement {
  return (
    <Dialog {...dialog} title={t('recoveryCodes')} required>
      <RecoveryCodes codes={codes} onSaved={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}
