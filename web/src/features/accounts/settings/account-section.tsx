import type { User } from '@clouddisk/contract/accounts'
import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { t as words } from '../strings.ts'
import { SettingRow } from './setting-row.tsx'
import { t } from './strings.ts'

const ChangePasswordDialog = lazyPart(() => import('../change-password-dialog.tsx'), 'ChangePasswordDialog')
const TokensDialog = lazyPart(() => import('../tokens/tokens-dialog.tsx'), 'TokensDialog')
const OwnIdentities = lazyPart(() => import('./own-identities.tsx'), 'OwnIdentities')
const SessionsDialog = lazyPart(() => import('../sessions-dialog.tsx'), 'SessionsDialog')

export function AccountSection({ user }: { user: User }): ReactElement {
  const { shown, show, control } = useDialogState<'password' | 'sessions' | 'tokens'>()
  return (
    <>
      <SettingRow label={t('signedInAs')} hint={user.userName}>
        <span className="truncate text-body text-fg-2">{user.userRealName}</span>
      </SettingRow>
      <SettingRow label={words('changePassword')} hint={t('passwordText')}>
        <Button size="small" onClick={() => show('password')}>
          {t('change')}
        </Button>
      </SettingRow>
      <SettingRow label={words('sessions')} hint={t('sessionsText')}>
        <Button
          size="small"
          aria-label={`${t('show')} ${words('sessions')}`}
          onClick={() => show('sessions')}
        >
          {t('show')}
        </Button>
      </SettingRow>
      <SettingRow label={t('tokens')} hint={t('tokensText')}>
        <Button size="small" aria-label={`${t('show')} ${t('tokens')}`} onClick={() => show('tokens')}>
          {t('show')}
        </Button>
      </SettingRow>
      <Suspense>
        <OwnIdentities />
      </Suspense>
      <Suspense>
        {shown === 'password' && <ChangePasswordDialog {...control} />}
        {shown === 'sessions' && <SessionsDialog {...control} />}
        {shown === 'tokens' && <TokensDialog user={user} {...control} />}
      </Suspense>
    </>
  )
}
