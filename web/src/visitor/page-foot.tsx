import type { ReactElement } from 'react'
import { openLinkOutside } from '../lib/host.ts'
import { texts } from '../lib/i18n.ts'
import { policyAddress } from '../lib/policy-addresses.ts'

const t = texts('visitor-foot', {
  userAgreement: ['用户协议', 'User agreement'],
  privacyPolicy: ['隐私政策', 'Privacy policy'],
})

/** In a new tab, or the system's browser (R46), so that what is being sent goes on. */
export const PageFoot = (): ReactElement => (
  <>
    {(['userAgreement', 'privacyPolicy'] as const).map((kind) => (
      <a
        key={kind}
        href={policyAddress(kind)}
        target="_blank"
        rel="noopener"
        onClick={openLinkOutside}
        className="finger text-mut underline-offset-2 hover:underline"
      >
        {t(kind)}
      </a>
    ))}
  </>
)
