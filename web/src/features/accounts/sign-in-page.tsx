import type { SessionEnd } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import { CircleHelp, Info, Languages } from 'lucide-react'
import { type ComponentType, type ReactElement, Suspense, useState } from 'react'
import { openLinkOutside } from '../../lib/host.ts'
import { language, texts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { policyAddress } from '../../lib/policy-addresses.ts'
import type { SignInStepProps } from '../../lib/sign-in-step.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { FirstPassword } from './first-password.tsx'
import { useProductName } from './product.ts'
import { chooseLanguageSignedOut } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { t } from './strings.ts'

const SignInFault = lazyPart(() => import('./other-ways.tsx'), 'SignInFault')

/** Not in the first load of those who are signed in. */
const trouble = texts('sign-in-trouble', {
  trouble: ['登录遇到问题？', 'Trouble signing in?'],
  otherWays: ['其他登录方式', 'Other ways to sign in'],
  userAgreement: ['用户协议', 'User agreement'],
  privacyPolicy: ['隐私政策', 'Privacy policy'],
  troubleForgotten: ['忘记密码', 'Forgot your password'],
  troubleForgottenText: [
    '请联系管理员重置密码，登录后再修改。',
    'Ask your administrator to reset it. You’ll choose a new one when you sign in.',
  ],
  troubleFrozen: ['账号已冻结或过期', 'Account frozen or expired'],
  troubleFrozenText: ['请联系管理员恢复。', 'Ask your administrator to restore it.'],
  troubleTries: ['输错次数过多', 'Too many failed attempts'],
  troubleTriesText: [
    '每次输错都会延长等待时间。请等倒计时结束后再试，并检查大小写。',
    'Each failed attempt makes the wait longer. Wait for the countdown, and check Caps Lock.',
  ],
})

export interface SignInPageProps {
  /** Checked return address on our own origin. */
  service: string
  /** /ADlogin: with the account of a directory alone. */
  domainOnly?: boolean | undefined
  /** How the session before ended; undefined where nothing is known of one. */
  why: SessionEnd | undefined
  /** Name of the error that a sign-in through a provider ended with. */
  fault?: string | undefined
  traceId?: string | undefined
  /** Already signed in, but the password must be changed first. */
  mustChange: boolean
  /** What a sign-in lacks that has begun. */
  nextStep: SignInStep | null
  /** Asks for it. */
  Step: ComponentType<SignInStepProps & { step: SignInStep }>
  /** Signed in and free to go on. */
  onDone: (userId: string | undefined) => void
  /** Out of a forced change: back to the form as nobody. */
  onOtherAccount: () => void
}

/** A sign-in that lacks a step, and what follows. */
interface Waiting {
  step: SignInStep
  userId?: string
  password?: string
  mustChangePassword: boolean
}

/** R211-R213: account sign-in, and the change of password that it may demand. */
export function SignInPage({
  service,
  domainOnly,
  why,
  fault,
  traceId,
  mustChange,
  nextStep,
  Step,
  onDone,
  onOtherAccount,
}: SignInPageProps): ReactElement {
  const [waiting, setWaiting] = useState<Waiting | undefined>(
    nextStep ? { step: nextStep, mustChangePassword: mustChange } : undefined,
  )
  const [forced, setForced] = useState<{ old?: string; userId?: string } | undefined>(
    mustChange && !nextStep ? {} : undefined,
  )
  const goOn = ({ userId, password, mustChangePassword }: Omit<Waiting, 'step'>) => {
    setWaiting(undefined)
    if (mustChangePassword) setForced({ ...(password && { old: password }), ...(userId && { userId }) })
    else onDone(userId)
  }
  const product = useProductName()
  usePageTitle(forced ? t('firstPassword') : t('signIn'))
  return (
    <div className="flex h-full overflow-y-auto bg-bg">
      <BrandPanel />
      <main className="flex min-w-0 flex-1 flex-col px-6 pb-8">
        <TopLinks />
        <div className="mx-auto my-auto w-full max-w-[400px] py-8">
          <p className="mb-8 flex items-center gap-3 text-page font-semibold lg:hidden">
            <Logo size={34} />
            {product}
          </p>
          {waiting ? (
            <Suspense fallback={<Loading />}>
              <Step
                step={waiting.step}
                onDone={() => goOn(waiting)}
                onOtherAccount={() => {
                  setWaiting(undefined)
                  onOtherAccount()
                }}
              />
            </Suspense>
          ) : forced ? (
            <FirstPassword
              knownOld={forced.old}
              onChanged={() => onDone(forced.userId)}
              onOtherAccount={() => {
                setForced(undefined)
                onOtherAccount()
              }}
            />
          ) : (
            <>
              <h1 className="text-sign-in font-semibold text-balance">{t('signInTo', { product })}</h1>
              <p className="mt-1 mb-7 text-body text-mut">{t(domainOnly ? 'domainIntro' : 'signInIntro')}</p>
              {why && <SessionEndedNotice why={why} />}
              {fault && (
                <Suspense>
                  <SignInFault fault={fault} traceId={traceId} />
                </Suspense>
              )}
              <SignInForm
                service={service}
                domainOnly={domainOnly}
                onSignedIn={(who) => (who.nextStep ? setWaiting({ ...who, step: who.nextStep }) : goOn(who))}
              />
              {domainOnly && (
                <p className="mt-5 text-center text-secondary">
                  <a
                    href={`${BASE_PATH}login?${new URLSearchParams({ service })}`}
                    className="finger text-fg-2 underline-offset-2 hover:underline"
                  >
                    {trouble('otherWays')}
                  </a>
                </p>
              )}
            </>
          )}
        </div>
        <p className="text-center text-caption text-mut">{t('notice')}</p>
        <p className="mt-1 flex justify-center gap-4 text-caption">
          <PolicyLink kind="userAgreement" />
          <PolicyLink kind="privacyPolicy" />
        </p>
      </main>
    </div>
  )
}

/** In a new tab, so that what is typed stays. */
const PolicyLink = ({ kind }: { kind: 'userAgreement' | 'privacyPolicy' }): ReactElement => (
  <a
    href={policyAddress(kind)}
    target="_blank"
    rel="noopener"
    onClick={openLinkOutside}
    className="finger text-fg-2 underline-offset-2 hover:underline"
  >
    {trouble(kind)}
  </a>
)

const SessionEndedNotice = ({ why }: { why: SessionEnd }): ReactElement => (
  <p
    role="status"
    className="mb-5 flex gap-2.5 rounded-m border border-warn-line bg-warn-soft px-3.5 py-2.5 text-secondary text-warn"
  >
    <Info size={17} aria-hidden className="mt-0.5 shrink-0" />
    {t(why === 'timed_out' ? 'sessionTimedOut' : 'sessionEnded')}
  </p>
)

function TopLinks(): ReactElement {
  const [help, setHelp] = useState(false)
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <div className="-mr-2 flex justify-end gap-2 pt-4">
      <Button
        variant="quiet"
        size="small"
        icon={Languages}
        lang={other}
        onClick={() => chooseLanguageSignedOut(other)}
      >
        {t('otherLanguage')}
      </Button>
      <Button variant="quiet" size="small" icon={CircleHelp} onClick={() => setHelp(true)}>
        {trouble('trouble')}
      </Button>
      <Dialog
        open={help}
        onOpenChange={setHelp}
        title={trouble('trouble')}
        footer={<Button onClick={() => setHelp(false)}>{t('close')}</Button>}
      >
        <dl className="space-y-4">
          <AdviceNotice title={trouble('troubleForgotten')} text={trouble('troubleForgottenText')} />
          <AdviceNotice title={trouble('troubleTries')} text={trouble('troubleTriesText')} />
          <AdviceNotice title={trouble('troubleFrozen')} text={trouble('troubleFrozenText')} />
        </dl>
      </Dialog>
    </div>
  )
}

const AdviceNotice = ({ title, text }: { title: string; text: string }) => (
  <div>
    <dt className="text-body font-medium">{title}</dt>
    <dd className="mt-0.5 text-secondary text-fg-2">{text}</dd>
  </div>
)
