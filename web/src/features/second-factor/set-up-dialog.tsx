import { type ReactElement, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { t } from './strings.ts'
import { TotpSetup } from './totp-setup.tsx'

/** Adds or replaces the authenticator app. */
export function SetUpDialog({ onAdded, ...dialog }: DialogControl & { onAdded: () => void }): ReactElement {
  const [codes, setCodes] = useState<readonly string[]>()
  const added = (made: readonly string[]) => {
    toast.ok(t('appOn'))
    onAdded()
    if (made.length > 0) setCodes(made)
    else dialog.onOpenChange(false)
  }
  return (
    <Dialog {...dialog} title={t(codes ? 'recoveryCodes' : 'app')} required={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => dialog.onOpenChange(false)} />
      ) : (
        <TotpSetup onDone={added} />
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
