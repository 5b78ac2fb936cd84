import { ApiError } from '@clouddisk/client/http/errors'
import type { User } from '@clouddisk/contract/accounts'
import { confirmQr, refuseQr, scanQr } from '@clouddisk/contract/qr-sign-in'
import { BASE_PATH } from '@clouddisk/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, MonitorSmartphone, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { deviceName } from '../../lib/device-name.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** On the phone that has scanned a code: what asks to be signed in, and whether to let it. */
export function QrPage({ qrId, user }: { qrId: string; user: User }): ReactElement {
  usePageTitle(t('title'))
  return (
    <main className="mx-auto flex min-h-full w-full max-w-[440px] flex-col justify-center gap-5 px-6 py-8">
      <p className="flex justify-center">
        <Logo size={40} />
      </p>
      <Request qrId={qrId} user={user} />
    </main>
  )
}

function Request({ qrId, user }: { qrId: string; user: User }): ReactElement {
  const scanned = useQuery({
    queryKey: ['qr', qrId],
    queryFn: () => call(scanQr, { qrId }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const regions = useQuery(publicConfigQuery).data?.regions ?? []
  const decide = useMutation({
    mutationFn: (yes: boolean) => call(yes ? confirmQr : refuseQr, { qrId }),
    onError: (error) => toast.error(errorMessage(error)),
  })
  if (scanned.isPending) return <Loading />
  if (scanned.isError) {
    const isOver = scanned.error instanceof ApiError && scanned.error.name === 'qr_over'
    if (isOver)
      return (
        <Outcome
          icon={<CircleX size={44} aria-hidden />}
          title={t('over')}
          text={errorMessage(scanned.error)}
        />
      )
    return <ErrorState text={errorMessage(scanned.error)} onRetry={() => void scanned.refetch()} />
  }
  if (decide.isSuccess)
    return decide.variables ? (
      <Outcome
        icon={<CircleCheck size={44} className="text-ok" aria-hidden />}
        title={t('confirmed')}
        text={t('confirmedText')}
      />
    ) : (
      <Outcome icon={<CircleX size={44} aria-hidden />} title={t('refused')} text={t('refusedText')} />
    )
  const { device, ip, region, createTime, sameNetwork } = scanned.data
  const named = regions.find(({ id }) => id === region)
  return (
    <>
      <div className="text-center">
        <MonitorSmartphone size={36} className="mx-auto mb-3 text-mut" aria-hidden />
        <h1 className="text-page font-semibold text-balance">{t('question')}</h1>
        <p className="mt-1 text-body text-mut">
          {t('as', { name: user.userRealName || user.userName, account: user.userName })}
        </p>
      </div>
      <DetailList
        className="grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-m bg-canvas px-4 py-3"
        labelClass="text-secondary text-fg-2"
        valueClass="text-secondary break-words"
        lines={[
          [t('device'), deviceName(device) ?? t('unknownDevice')],
          [t('address'), ip],
          named !== undefined && [t('region'), named[language]],
          [t('time'), formatDateTime(createTime)],
        ]}
      />
      {sameNetwork ? (
        <p className="text-secondary text-fg-2">{t('sameNetworkText')}</p>
      ) : (
        <p
          role="alert"
          className="flex gap-2.5 rounded-m border border-warn-line bg-warn-soft px-3.5 py-2.5 text-secondary text-warn"
        >
          <TriangleAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
          {t('otherNetwork')}
        </p>
      )}
      <div className="flex flex-col gap-2.5">
        <Button
          variant="primary"
          size="large"
          busy={decide.isPending && decide.variables}
          onClick={() => decide.mutate(true)}
        >
          {t('confirm')}
        </Button>
        <Button
          size="large"
          busy={decide.isPending && !decide.variables}
          onClick={() => decide.mutate(false)}
        >
          {t('refuse')}
        </Button>
      </div>
    </>
  )
}

const Outcome = (props: { icon: ReactNode; title: string; text: string }): ReactElement => (
  <div className="flex flex-col items-center gap-3 text-center" role="status">
    {props.icon}
    <h1 className="text-page font-semibold">{props.title}</h1>
    <p className="text-body text-mut">{props.text}</p>
    <Button onClick={() => location.assign(BASE_PATH)}>{t('home')}</Button>
  </div>
)
