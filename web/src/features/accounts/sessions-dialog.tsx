import { querySessions, revokeSessions, type Session } from '@clouddisk/contract/accounts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, LogOut, Monitor, Smartphone } from 'lucide-react'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { clientText, localSyncText } from '../../lib/client-device.ts'
import { deviceName, isHandheld } from '../../lib/device-name.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './sessions-strings.ts'
import { t as words } from './strings.ts'

const SESSIONS = ['sessions']

/** Where one is signed in (G21): each can be ended, or all but this one. */
export function SessionsDialog(dialog: DialogControl): ReactElement {
  const cache = useQueryClient()
  const sessions = useQuery({ queryKey: SESSIONS, queryFn: () => call(querySessions, {}), staleTime: 0 })
  const revoke = useMutation({
    mutationFn: (sessionId: string | undefined) => call(revokeSessions, sessionId ? { sessionId } : {}),
    onSuccess: ({ revoked }) => toast.ok(t('othersSignedOut', { count: revoked })),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: SESSIONS }),
  })
  const signOutOthers = async () => {
    const sure = await confirm({
      title: t('signOutOthersQuestion'),
      text: t('signOutOthersText'),
      confirmText: t('signOutOthers'),
      danger: true,
      confirmIcon: LogOut,
    })
    if (sure) revoke.mutate(undefined)
  }
  const others = sessions.data?.some((one) => !one.current) ?? false
  return (
    <Dialog
      {...dialog}
      width={600}
      title={words('sessions')}
      description={t('sessionsText')}
      footerStart={
        <Button
          danger
          icon={LogOut}
          busy={revoke.isPending && revoke.variables === undefined}
          disabledReason={sessions.isSuccess && !others ? t('onlyThisDevice') : undefined}
          onClick={signOutOthers}
        >
          {t('signOutOthers')}
        </Button>
      }
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{words('close')}</Button>}
    >
      {sessions.isPending && <Loading />}
      {sessions.isError && !sessions.data && (
        <ErrorState text={errorMessage(sessions.error)} onRetry={() => void sessions.refetch()} />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            busy={revoke.isPending && revoke.variables === session.sessionId}
            onRevoke={() => revoke.mutate(session.sessionId)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

function SessionRow(props: { session: Session; busy: boolean; onRevoke: () => void }): ReactElement {
  const { session, busy, onRevoke } = props
  const { client } = session
  const Icon = client ? Laptop : isHandheld(session.device) ? Smartphone : Monitor
  const lastSync = client && localSyncText(client)
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} className="text-mut" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-body">
          <span className="truncate">{client?.name || deviceName(session.device) || t('unknownDevice')}</span>
          {session.current && <Chip tone="ok">{t('thisDevice')}</Chip>}
        </p>
        {client && <p className="text-caption text-fg-2">{clientText(client)}</p>}
        <p className="text-caption text-mut">
          {session.ip} ·{' '}
          <span className="whitespace-nowrap">
            {t('lastSeen', { time: formatDateTime(session.lastSeenTime) })}
            <span className="max-sm:hidden"> · </span>
          </span>
          <span className="whitespace-nowrap max-sm:block">
            {t('signedInAt', { time: formatDateTime(session.createTime) })}
          </span>
        </p>
        {lastSync && <p className="text-caption text-mut">{lastSync}</p>}
      </div>
      {!session.current && (
        <Button size="small" busy={busy} onClick={onRevoke}>
          {t('signOutDevice')}
        </Button>
      )}
    </li>
  )
}
