import type { Instance } from '@clouddisk/contract/files'
import { type Link, pageLinks } from '@clouddisk/contract/links'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { copyInvitation } from './links.ts'
import { t } from './strings.ts'
import { expiryText, isStopped, permissionsText, reasonText, TONES, visitsText } from './words.ts'

const SHOWN = 5

/** The caller's links of an item, in its details; nothing where there are none. */
export function LinkSection({ item }: { item: Instance }): ReactElement | null {
  const input = { instanceId: item.instanceId, pageSize: SHOWN }
  const query = useQuery(callQuery([...queryKeys.links, input], pageLinks, input))
  const { list = [], total = 0 } = query.data ?? {}
  if (query.data ? total === 0 : !query.error) return null
  return (
    <section className="border-t border-line px-5 py-4">
      <h3 className="mb-1 flex items-baseline gap-1.5 text-secondary font-semibold">
        {t('links')}
        {query.data && <span className="tabular font-normal text-mut">{total}</span>}
      </h3>
      {query.error ? (
        <p role="alert" className="flex flex-col items-start gap-2 py-1 text-secondary text-danger">
          {t('notRead')} · {errorMessage(query.error)}
          <Button size="small" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <ul>
          {list.map((link) => (
            <Row key={link.shareId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

const byStatus = (link: Link): string => reasonText(link) || `${expiryText(link)} · ${visitsText(link)}`

function Row({ link }: { link: Link }): ReactElement {
  return (
    <li className="flex min-w-0 items-center gap-2 py-1.5">
      <button
        type="button"
        title={t('openLink')}
        onClick={() => extensionFor('links')?.open({ link })}
        className="min-w-0 flex-1 rounded-s text-left hover:underline"
      >
        <TwoLines
          nameClass="text-secondary"
          name={permissionsText(link.perms)}
          note={byStatus(link)}
          noteTitle={byStatus(link)}
        />
      </button>
      <Chip tone={TONES[link.status]}>{t(link.status)}</Chip>
      {!isStopped(link) && (
        <IconButton
          size="small"
          icon={Copy}
          label={t(link.code ? 'copyBoth' : 'copyLink')}
          onClick={() => void copyInvitation(link)}
        />
      )}
    </li>
  )
}
