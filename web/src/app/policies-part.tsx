import type { User } from '@clouddisk/contract/accounts'
import { OPEN_POLICY_KINDS } from '@clouddisk/contract/policies'
import { BASE_PATH } from '@clouddisk/contract/route'
import { useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { sessionQuery } from '../features/accounts/session.ts'
import { PolicyList } from '../features/policies/policy-list.tsx'
import { PolicyText, type PolicyTextProps } from '../features/policies/policy-text.tsx'
import { Welcome } from '../features/policies/welcome.tsx'
import { POLICY_PAGES } from '../lib/policy-addresses.ts'
import { queryClient } from '../lib/query-client.ts'

export { NoticesDialog } from '../features/policies/notices-dialog.tsx'

/** The page of an agreement or policy, or the list of all (R27); readable without a session. */
export function PolicyRoute(): ReactElement {
  const { pathname, search } = useLocation()
  const shown = policyAt(pathname, search as Readonly<Record<string, string>>)
  return shown ? <PolicyText key={location.href} {...shown} /> : <PolicyList />
}

function policyAt(pathname: string, search: Readonly<Record<string, string>>): PolicyTextProps | undefined {
  const number = Number(search.version)
  const version = Number.isInteger(number) && number > 0 && number <= VERSION_MAX ? number : undefined
  const page = POLICY_PAGES[pathname.replace(BASE_PATH, '').replace(/^\//, '')]
  if (page) return { ...page, version }
  const kind = OPEN_POLICY_KINDS.find((one) => one === search.kind)
  return kind && { kind, language: search.language === 'en-US' ? 'en-US' : 'zh-CN', version }
}
const VERSION_MAX = 1_000_000_000

/** Asks for what the person has yet to agree to, or to read. */
export const WelcomeQuestions = ({ user }: { user: User }): ReactElement => (
  <Welcome
    user={user}
    onAnswered={(toAcknowledge) =>
      queryClient.setQueryData(sessionQuery.queryKey, (now) => now && { ...now, toAcknowledge })
    }
  />
)
