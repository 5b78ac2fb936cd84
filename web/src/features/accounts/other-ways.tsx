import { querySignInOptions } from '@clouddisk/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import { Building2, CircleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { language, texts } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { providerAddress, signInOptionsQuery } from './sign-in-options.ts'

const t = texts('sign-in-ways', {
  or: ['或', 'or'],
  with: ['使用{{name}}登录', 'Sign in with {{name}}'],
  traceId: ['追踪编号：{{id}}', 'Trace ID: {{id}}'],
  failed: [
    '登录没有完成。请重试，或用账号和密码登录。',
    'The sign-in wasn’t completed. Try again, or use your account and password.',
  ],
})

interface OtherWaysProps {
  service: string
  /** Below the providers; not shown before these are, so that no button moves under the pointer. */
  children: ReactNode
}

/** Buttons for the other ways to sign in, the company’s providers first. */
export function OtherWays({ service, children }: OtherWaysProps): ReactElement | null {
  const { data, isPending } = useQuery(signInOptionsQuery)
  if (isPending) return null
  const providers = data?.providers ?? []
  if (providers.length === 0) return <>{children}</>
  return (
    <>
      <p className="flex items-center gap-3 text-secondary text-mut before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <ul className="flex flex-col gap-2.5">
        {providers.map(({ providerId, zh, en }) => (
          <li key={providerId}>
            <Button
              size="large"
              icon={Building2}
              className="w-full"
              onClick={() => location.assign(providerAddress(providerId, service))}
            >
              {t('with', { name: language === 'zh-CN' ? zh : en })}
            </Button>
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

/** What an error of this name says, as the server words it. */
export const faultText = (fault: string): Promise<string> =>
  call(querySignInOptions, { fault }, { quiet: true }).then(
    (options) => options.faultText ?? t('failed'),
    () => t('failed'),
  )

/** Why a sign-in through a provider led back here. */
export function SignInFault({
  fault,
  traceId,
}: {
  fault: string
  traceId: string | undefined
}): ReactElement {
  const { data } = useQuery({ queryKey: ['sign-in-fault', fault], queryFn: () => faultText(fault) })
  return (
    <div
      role="alert"
      className="mb-5 flex gap-2.5 rounded-m border border-danger-line bg-danger-soft px-3.5 py-2.5 text-secondary text-danger"
    >
      <CircleAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span className="block">{data}</span>
        {traceId && (
          <span className="mt-1 block text-caption wrap-anywhere">{t('traceId', { id: traceId })}</span>
        )}
      </span>
    </div>
  )
}
