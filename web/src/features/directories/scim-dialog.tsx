import type { AdminDirectory } from '@clouddisk/contract/directories'
import {
  makeScimToken,
  queryScim,
  SCIM_PATH,
  SCIM_TOKEN_DAYS,
  SCIM_TOKEN_DAYS_DEFAULT,
  type ScimConnection,
} from '@clouddisk/contract/scim'
import { DAY } from '@clouddisk/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { copyText } from '../../lib/copy-text.ts'
import { formatDate } from '../../lib/format-date.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshDirectories } from './data.ts'
import { t } from './scim-strings.ts'
import { t as words } from './strings.ts'

export const scimQuery = (directoryId: string) =>
  callQuery(['directories', 'scim', directoryId], queryScim, { directoryId })

/** What the client is given: the administrator's own address may be valid on this machine only. */
export const scimBaseUrl = (): string =>
  (queryClient.getQueryData(publicConfigQuery.queryKey)?.publicOrigin ?? location.origin) + SCIM_PATH

interface ScimDialogProps extends DialogControl {
  directory: AdminDirectory
  /** Auditors look. */
  change: boolean
}

/** How a client reaches a SCIM directory, and how it gets on. */
export function ScimDialog({ directory, change, ...dialog }: ScimDialogProps): ReactElement {
  const { directoryId, name } = directory
  const query = useQuery(scimQuery(directoryId))
  const [made, setMade] = useState<string>()
  const close = () => dialog.onOpenChange(false)
  return (
    <Dialog
      {...dialog}
      width={640}
      required={made !== undefined}
      title={t('title', { name })}
      {...(made !== undefined && {
        footerStart: (
          <Button icon={Copy} onClick={() => void copy(made)}>
            {t('copyToken')}
          </Button>
        ),
      })}
      footer={
        made === undefined ? (
          <Button onClick={close}>{words('close')}</Button>
        ) : (
          <Button variant="primary" onClick={() => setMade(undefined)}>
            {t('done')}
          </Button>
        )
      }
    >
      {made !== undefined ? (
        <div role="status">
          <p className="mb-4 text-secondary text-fg-2">{t('madeText')}</p>
          <code className="block rounded-m bg-field px-3 py-2.5 text-section font-medium break-all select-all">
            {made}
          </code>
        </div>
      ) : query.error && !query.data ? (
        <ErrorState
          title={t('failed')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <Connection directoryId={directoryId} connection={query.data} change={change} onMade={setMade} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

interface ConnectionProps {
  directoryId: string
  connection: ScimConnection
  change: boolean
  onMade: (token: string) => void
}

function Connection({ directoryId, connection, change, onMade }: ConnectionProps): ReactElement {
  const { token, users, activeUsers, groups } = connection
  const url = scimBaseUrl()
  return (
    <div className="flex flex-col gap-5">
      <p className="text-secondary text-fg-2">{t('intro')}</p>
      <div className="flex items-center gap-2 rounded-m border border-line px-3.5 py-2.5">
        <span className="min-w-0 flex-1">
          <span className="block text-caption text-mut">{t('baseUrl')}</span>
          <span className="block text-body wrap-anywhere select-all">{url}</span>
        </span>
        <IconButton icon={Copy} label={t('copyUrl')} onClick={() => void copy(url)} />
      </div>
      <DetailList
        lines={[
          [t('token'), <TokenState key="token" token={token} />],
          [
            t('lastCall'),
            token?.lastUsed
              ? t('lastCallText', { time: formatDateTime(token.lastUsed), address: token.lastAddress ?? '' })
              : t('neverCalled'),
          ],
          [t('users'), t('usersText', { users, active: activeUsers })],
          [t('groups'), String(groups.length)],
        ]}
      />
      {change && <MakeToken directoryId={directoryId} exists={token !== null} onMade={onMade} />}
      <Problems connection={connection} />
    </div>
  )
}

/** A token that ends within these days is to be replaced. */
const SOON_MS = 14 * DAY

function TokenState({ token }: Pick<ScimConnection, 'token'>): ReactElement {
  if (!token) return <span>{t('noToken')}</span>
  const { expired, expireTime } = token
  const isSoon = !expired && Date.parse(expireTime) - Date.now() < SOON_MS
  return (
    <span className={expired ? 'text-danger' : undefined}>
      {t(expired ? 'expired' : 'validUntil', { day: formatDate(expireTime) })}
      {isSoon && <span className="ml-2 text-warn">{t('soon')}</span>}
    </span>
  )
}

interface MakeTokenProps {
  directoryId: string
  exists: boolean
  onMade: (token: string) => void
}

function MakeToken({ directoryId, exists, onMade }: MakeTokenProps): ReactElement {
  const [days, setDays] = useState<number>(SCIM_TOKEN_DAYS_DEFAULT)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    const sure =
      !exists ||
      (await confirm({
        type: 'warning',
        title: t('replaceTitle'),
        text: t('replaceText'),
        confirmText: t('replace'),
        danger: true,
      }))
    if (!sure) return
    setBusy(true)
    await withErrorMessage(
      t('notMade'),
      async () => onMade((await call(makeScimToken, { directoryId, days })).token),
      refreshDirectories,
    )
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('days')} className="w-40">
        <Select
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          options={SCIM_TOKEN_DAYS.map((count) => ({
            value: String(count),
            label: t('daysText', { count }),
          }))}
        />
      </Field>
      <Button icon={KeyRound} busy={busy} onClick={() => void make()}>
        {t(exists ? 'replace' : 'make')}
      </Button>
    </div>
  )
}

const Problems = ({ connection: { problems } }: Pick<ConnectionProps, 'connection'>): ReactElement => (
  <section aria-label={t('problems')}>
    <h3 className="mb-2 text-body font-semibold">{t('problems')}</h3>
    {problems.length === 0 ? (
      <p className="text-secondary text-mut">{t('problemsNone')}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      <ul tabIndex={0} className="max-h-64 overflow-y-auto rounded-m border border-line">
        {problems.map(({ time, request, status, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record that never changes
          <li key={index} className="border-b border-line px-3 py-2 last:border-0">
            <span className="flex items-baseline gap-3 text-caption text-mut">
              <code className="min-w-0 flex-1 truncate" title={request}>
                {request} · {status}
              </code>
              <span className="tabular shrink-0">{formatDateTime(time)}</span>
            </span>
            <span className="block text-secondary wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.ok(t('copied'))
  else toast.error(t('copyFailed'))
}
