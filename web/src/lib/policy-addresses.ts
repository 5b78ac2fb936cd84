import type { Language } from '@clouddisk/contract/errors'
import type { OpenPolicyKind } from '@clouddisk/contract/policies'
import { BASE_PATH } from '@clouddisk/contract/route'
import { language } from './i18n.ts'

/** Addresses of agreements and policies (A§2), below /disk/: two of them have one for each language. */

export const POLICY_LIST = 'policylist'
export const POLICY_PAGES: Readonly<
  Record<string, { readonly kind: OpenPolicyKind; readonly language: Language }>
> = {
  userServiceAgreement: { kind: 'userAgreement', language: 'zh-CN' },
  userServiceAgreementEnglish: { kind: 'userAgreement', language: 'en-US' },
  privacyPolicy: { kind: 'privacyPolicy', language: 'zh-CN' },
  privacyPolicyEnglish: { kind: 'privacyPolicy', language: 'en-US' },
}

export const policyListAddress = BASE_PATH + POLICY_LIST

/** @param version the one in force if absent. */
export function policyAddress(kind: OpenPolicyKind, of: Language = language, version?: number): string {
  const [page] = Object.entries(POLICY_PAGES).find(([, one]) => one.kind === kind && one.language === of) ?? [
    POLICY_LIST,
  ]
  const search = new URLSearchParams({
    ...(page === POLICY_LIST && { kind, language: of }),
    ...(version !== undefined && { version: String(version) }),
  }).toString()
  return BASE_PATH + page + (search && `?${search}`)
}
