import type { Instance } from '@clouddisk/contract/files'
import type { Privilege } from '@clouddisk/contract/privileges'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { privilegesQuery } from './privileges.ts'
import { groupFileRoleLabel, sharedFileRoleLabel } from './roles.ts'
import { t } from './strings.ts'

const SHOWN = 6

/** Who can get at an item, in its details: by which role, and the ways to change and understand it. */
export function AccessSection({ item }: { item: Instance }): ReactElement {
  const query = useQuery(privilegesQuery(item.instanceId))
  const [all, setAll] = useState(false)
  const list = query.data ?? []
  const shown = all ? list : list.slice(0, SHOWN)
  const privileges = extensionFor('privileges')
  const manages = item.fileAuth.includes('members')
  const manage = () =>
    item.groupId === null ? extensionFor('shares')?.share([item]) : privileges?.permissions([item])
  return (
    <section className="border-t border-line px-5 py-4">
      <h3 className="mb-1 flex items-baseline gap-1.5 text-secondary font-semibold">
        {t('access')}
        {query.data && <span className="tabular font-normal text-mut">{list.length}</span>}
        {manages && (
          <button type="button" onClick={manage} className={`${link} ml-auto font-normal`}>
            {t('manage')}
          </button>
        )}
      </h3>
      {query.error ? (
        <p role="alert" className="flex flex-col items-start gap-2 py-1 text-secondary text-danger">
          {t('notRead')} · {errorMessage(query.error)}
          <Button size="small" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : !query.data ? (
        <Skeleton className="late my-3 w-40" />
      ) : (
        <ul>
          {shown.map((one) => (
            <Row key={`${one.principalId} ${one.fromId}`} item={item} one={one} manages={manages} />
          ))}
        </ul>
      )}
      <p className="flex gap-4 pt-1 text-secondary">
        {!all && list.length > SHOWN && (
          <button type="button" onClick={() => setAll(true)} className={link}>
            {t('showAll', { count: list.length })}
          </button>
        )}
        <button type="button" onClick={() => privileges?.explain(item)} className={link}>
          {t('explainTitle')}
        </button>
        {item.fileAuth.includes('share') && (
          <button
            type="button"
            onClick={() => extensionFor('links')?.open({ items: [item] })}
            className={link}
          >
            {t('shareLink')}
          </button>
        )}
      </p>
    </section>
  )
}

const link = 'finger relative rounded-s text-accent-text underline-offset-2 hover:underline'

function Row({ item, one, manages }: { item: Instance; one: Privilege; manages: boolean }): ReactElement {
  const { principalType, principalId: userId, name, count, role, expires } = one
  const more = [
    principalType === 'user' ? '' : t('people', { count }),
    expires ? t('until', { day: timeInSentence(expires) }) : '',
  ].filter(Boolean)
  const explain = () => extensionFor('privileges')?.explain(item, { userId, name })
  return (
    <li className="group/row flex min-h-9 items-center gap-2.5 text-secondary">
      <PrincipalAvatar type={principalType} name={name} size={24} />
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
        {more.length > 0 && <span className="tabular text-mut"> · {more.join(' · ')}</span>}
      </span>
      {manages && principalType === 'user' && (
        <button
          type="button"
          aria-label={t('whyOf', { name })}
          onClick={explain}
          className={`${link} text-caption opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100`}
        >
          {t('why')}
        </button>
      )}
      <span className="shrink-0 text-fg-2">
        {item.groupId === null ? sharedFileRoleLabel(role) : groupFileRoleLabel(role)}
      </span>
    </li>
  )
}
