import { generateQrId, queryStatusByQrId } from '@clouddisk/contract/qr-sign-in'
import { SECOND } from '@clouddisk/contract/time'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { texts } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import type { SignInLocation } from './location-fields.tsx'
import type { SignedIn } from './session.ts'

const t = texts('qr-way', {
  title: ['扫码登录', 'Sign in with your phone'],
  text: [
    '用已登录云盘的手机扫描二维码，并在手机上确认。',
    'Scan the code with a phone that is signed in to the drive, and confirm there.',
  ],
  code: ['登录二维码', 'QR code for signing in'],
  scanned: ['已扫描，请在手机上确认。', 'Scanned. Confirm on your phone.'],
  refused: ['已在手机上拒绝。', 'Refused on your phone.'],
  expired: ['二维码已失效。', 'The code has expired.'],
  refresh: ['刷新二维码', 'New code'],
})

const POLL_MS = SECOND

interface QrWayProps extends DialogControl {
  place: SignInLocation
  onSignedIn: (who: SignedIn) => void
}

/** Shows a code for a phone, and waits until it is confirmed there. */
export function QrWay({ place, onSignedIn, ...dialog }: QrWayProps): ReactElement {
  const code = useQuery({
    queryKey: ['qr-code'],
    queryFn: () => call(generateQrId, place, { quiet: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
  const qrId = code.data?.qrId
  const status = useQuery({
    queryKey: ['qr-status', qrId],
    queryFn: () => call(queryStatusByQrId, { qrId: qrId ?? '' }, { quiet: true }),
    enabled: qrId !== undefined && !code.isFetching,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'waiting' && data.state !== 'scanned' ? false : POLL_MS,
    refetchIntervalInBackground: true,
    retry: true,
  })
  const signedIn = status.data?.signedIn
  const goOn = useEffectEvent(onSignedIn)
  useEffect(() => {
    if (signedIn) goOn(signedIn)
  }, [signedIn])
  const state = status.data?.state ?? 'waiting'
  const isOver = state === 'expired' || state === 'refused'
  return (
    <Dialog {...dialog} title={t('title')}>
      <div className="flex flex-col items-center gap-4 py-2 text-center">
        <p className="text-body text-fg-2">{t('text')}</p>
        {code.isError && (
          <p role="alert" className="text-secondary text-danger">
            {errorMessage(code.error)}
          </p>
        )}
        {code.isPending && <Loading />}
        {code.data && (
          <span
            className={`size-52 rounded-l border border-line p-2 ${state === 'waiting' ? '' : 'opacity-20'}`}
          >
            <QrCode text={code.data.url} label={t('code')} />
          </span>
        )}
        <p role="status" className="min-h-5 text-secondary">
          {state !== 'waiting' && state !== 'confirmed' && t(state)}
        </p>
        {(isOver || code.isError) && (
          <Button variant="primary" busy={code.isFetching} onClick={() => void code.refetch()}>
            {t('refresh')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
