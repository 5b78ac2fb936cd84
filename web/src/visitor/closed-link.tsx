import { LogIn, RotateCw, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lockIllustration } from '../ui/illustrations.tsx'
import { checkAgain, goToOtherAccount, goToSignIn } from './calls.ts'
import { t } from './door-strings.ts'
import type { LinkState } from './link-state.ts'

export interface ClosedLinkProps {
  state: Exclude<LinkState, 'code'>
  /** Masked; unknown for a wrong link. */
  owner: string
}

/** Why a link does not open, and what one can do. */
export function ClosedLink({ state, owner }: ClosedLinkProps): ReactElement {
  const title = t(state)
  usePageTitle(title)
  const isLocked = state === 'signIn' || state === 'notForYou' || state === 'mayNotSee'
  return (
    <EmptyState
      heading="h1"
      illustration={isLocked ? lockIllustration : 'broken'}
      title={title}
      text={state === 'signIn' ? t('signInText', { owner }) : t(`${state}Text`)}
    >
      {state === 'signIn' && (
        <Button variant="primary" icon={LogIn} onClick={goToSignIn}>
          {t('signInButton')}
        </Button>
      )}
      {state === 'notForYou' && (
        <Button variant="primary" icon={Users} onClick={goToOtherAccount}>
          {t('switchAccount')}
        </Button>
      )}
      {state === 'review' && (
        <Button icon={RotateCw} onClick={() => void checkAgain()}>
          {t('tryAgain')}
        </Button>
      )}
    </EmptyState>
  )
}
