import type { ReactElement } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { t } from './strings.ts'

export interface SignedInAlreadyProps {
  name: string
  onOpen: () => void
  onOtherAccount: () => void
}

/** In place of the sign-in where somebody is signed in already. */
export function SignedInAlready({ name, onOpen, onOtherAccount }: SignedInAlreadyProps): ReactElement {
  usePageTitle(t('signIn'))
  return (
    <main className="flex h-full flex-col items-center justify-center gap-5 bg-bg px-6 text-center">
      <Logo size={40} />
      <h1 className="text-page font-semibold text-balance">{t('alreadySignedIn', { name })}</h1>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onOtherAccount}>{t('switchAccount')}</Button>
        <Button variant="primary" onClick={onOpen}>
          {t('openDrive')}
        </Button>
      </div>
    </main>
  )
}
