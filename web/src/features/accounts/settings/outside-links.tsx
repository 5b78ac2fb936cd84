import { BASE_PATH } from '@clouddisk/contract/route'
import { clsx } from 'clsx'
import type { MouseEvent, ReactElement } from 'react'
import { openOutside } from '../../../lib/host.ts'
import { policyAddress } from '../../../lib/policy-addresses.ts'
import { t } from './strings.ts'

/** Help, agreement and policy, beside the page (R46): a page in the way would end what is being set. */
export const OutsideLinks = ({ className }: { className: string }): ReactElement => (
  <p className={clsx('flex flex-wrap gap-x-5 gap-y-1 text-caption', className)}>
    <OutsideLink href={`${BASE_PATH}help`}>{t('help')}</OutsideLink>
    <OutsideLink href={policyAddress('userAgreement')}>{t('userAgreement')}</OutsideLink>
    <OutsideLink href={policyAddress('privacyPolicy')}>{t('privacyPolicy')}</OutsideLink>
  </p>
)

function OutsideLink({ href, children }: { href: string; children: string }): ReactElement {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    openOutside(event.currentTarget.href)
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      onClick={open}
      className="flex min-h-6 items-center text-mut underline-offset-2 hover:text-fg hover:underline max-md:min-h-11"
    >
      {children}
    </a>
  )
}
