import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordForm } from './password-form.tsx'
import { t } from './password-strings.ts'
import { t as words } from './strings.ts'

export interface FirstPasswordProps {
  knownOld: string | undefined
  onChanged: () => void
  onOtherAccount: () => void
}

/** Demanded before anything else where an administrator gave the password. */
export function FirstPassword({ knownOld, onChanged, onOtherAccount }: FirstPasswordProps): ReactElement {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <h1 className="text-sign-in font-semibold">{words('firstPassword')}</h1>
      <p className="mt-1 mb-7 text-body text-mut">{t('firstPasswordText')}</p>
      <PasswordForm size="large" knownOld={knownOld} onBusy={setBusy} onChanged={onChanged}>
        <Button type="submit" variant="primary" size="large" busy={busy} className="mt-1">
          {t('saveAndGoOn')}
        </Button>
        <Button variant="bare" onClick={onOtherAccount}>
          {t('useOtherAccount')}
        </Button>
      </PasswordForm>
    </>
  )
}
