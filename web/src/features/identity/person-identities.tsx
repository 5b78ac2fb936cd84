import type { User } from '@clouddisk/contract/accounts'
import { mayAdminister } from '@clouddisk/contract/admin-areas'
import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { nameOf } from './columns.tsx'
import { personIdentitiesQuery } from './data.ts'
import { t } from './strings.ts'
import { unlink } from './unlink.ts'
import { usedText } from './used-text.ts'

/** The providers that somebody signs in through; nothing for administrators who may not see them. */
export function PersonIdentities({ userId }: { userId: string }): ReactElement | null {
  const roles = queryClient.getQueryData<User>(queryKeys.session)?.adminRoles ?? []
  return mayAdminister(roles, 'identity', 'read') ? (
    <Identities userId={userId} change={mayAdminister(roles, 'identity', 'change')} />
  ) : null
}

function Identities({ userId, change }: { userId: string; change: boolean }): ReactElement {
  const { data, error } = useQuery(personIdentitiesQuery(userId))
  return (
    <section className="mt-5 border-t border-line pt-5">
      <h3 className="mb-2 text-secondary text-mut">{t('title')}</h3>
      {error && <p className="text-secondary text-danger">{errorMessage(error)}</p>}
      {data?.length === 0 && <p className="text-secondary text-mut">{t('noIdentities')}</p>}
      <ul>
        {data?.map((one) => (
          <li key={one.identityId} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-body">{nameOf(one)}</span>
              <span className="block truncate text-caption text-mut">
                {[one.name, usedText(one.lastUsedTime)].filter(Boolean).join(' · ')}
              </span>
            </span>
            {change && (
              <IconButton
                icon={Link2Off}
                danger
                label={t('unlinkOf', { name: nameOf(one) })}
                onClick={() => void unlink(one.identityId, nameOf(one))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
