import type { User } from '@clouddisk/contract/accounts'
import {
  type AccessToken,
  createToken,
  pageTokens,
  removeTokens,
  TOKENS_PER_PERSON,
} from '@clouddisk/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { localSyncText } from '../../../lib/client-device.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { NewTokenDialog } from '../../../ui/access-token/new-token-dialog.tsx'
import { lastUseText, scopeLabel, scopeTone, validityText } from '../../../ui/access-token/token-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { t } from './strings.ts'

// Expired ones are kept for a while.
const tokensQuery = callQuery(['access-tokens'], pageTokens, { pageSize: 4 * TOKENS_PER_PERSON })
const refresh = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })

/** One's own access tokens: made and removed here. */
export function TokensDialog({ user, ...dialog }: DialogControl & { user: User }): ReactElement {
  const query = useQuery({ ...tokensQuery, staleTime: 0 })
  const { shown, key, show, control } = useDialogState<'new'>()
  const tokens = query.data?.list ?? []
  return (
    <>
      <Dialog
        {...dialog}
        width={600}
        title={t('title')}
        description={t('text')}
        footerStart={
          query.data && (
            <Button icon={Plus} onClick={() => show('new')}>
              {t('newToken')}
            </Button>
          )
        }
        footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
      >
        {query.isPending && <Loading />}
        {query.isError && !query.data && (
          <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.data && tokens.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
        {tokens.length > 0 && (
          <ul className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenRow key={token.tokenId} token={token} />
            ))}
          </ul>
        )}
      </Dialog>
      {shown && query.data && (
        <NewTokenDialog
          key={key}
          {...control}
          daysMax={query.data.daysMax}
          mayAdminister={user.isAdmin}
          create={async (input) => {
            const made = await call(createToken, input)
            await refresh()
            return made
          }}
        />
      )}
    </>
  )
}

async function remove({ tokenId, name }: AccessToken): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  try {
    const { list } = await call(removeTokens, { tokenIds: [tokenId] })
    if (list[0]?.errcode) toast.error(list[0].errmsg)
    else toast.ok(t('removed', { name }))
  } catch (error) {
    toast.error(errorMessage(error))
  }
  await refresh()
}

function TokenRow({ token }: { token: AccessToken }): ReactElement {
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound size={20} className="shrink-0 text-mut" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-body">
          <span className="truncate" title={token.name}>
            {token.name}
          </span>
          <Chip tone={scopeTone(token.scope)}>{scopeLabel(token.scope)}</Chip>
        </p>
        <p className="tabular text-caption text-mut">
          <span className={token.expired ? 'text-danger' : undefined}>{validityText(token)}</span>
          {' · '}
          {lastUseText(token)}
        </p>
        {token.client?.localSync && (
          <p className="tabular text-caption text-mut">{localSyncText(token.client)}</p>
        )}
      </div>
      <IconButton
        icon={Trash2}
        label={t('removeOf', { name: token.name })}
        onClick={() => void remove(token)}
      />
    </li>
  )
}
