import { querySecondFactor, removeTotp, renewRecoveryCodes } from '@clouddisk/contract/second-factor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { passkeysWork } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { PasskeyRows } from './passkey-rows.tsx'
import { t } from './strings.ts'

const SetUpDialog = lazyPart(() => import('./set-up-dialog.tsx'), 'SetUpDialog')
const RecoveryCodesDialog = lazyPart(() => import('./set-up-dialog.tsx'), 'RecoveryCodesDialog')

const FACTORS = ['second-factor']
/** Fewer than this are told. */
const FEW_CODES = 3

/** A person's second factors, in the dialog of all settings. */
export function SecuritySection(): ReactElement {
  const cache = useQueryClient()
  const factors = useQuery(callQuery(FACTORS, querySecondFactor, {}))
  const { shown, key, show, control } = useDialogState<'setUp' | 'passkey' | readonly string[]>()
  const refresh = () => void cache.invalidateQueries({ queryKey: FACTORS })
  const onError = (error: unknown) => toast.error(errorMessage(error))
  const remove = useMutation({
    mutationFn: () => call(removeTotp, {}),
    onSuccess: () => toast.ok(t('removed')),
    onError,
    onSettled: refresh,
  })
  const renew = useMutation({
    mutationFn: () => call(renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => show(recoveryCodes),
    onError,
    onSettled: refresh,
  })
  if (factors.isError)
    return <ErrorState text={errorMessage(factors.error)} onRetry={() => void factors.refetch()} />
  if (!factors.data) return <Loading />
  const { totp, passkeys, recoveryCodesLeft: left, required } = factors.data
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <>
      <Row
        label={t('twoStep')}
        hint={t('twoStepText')}
        chip={
          <>
            <Chip tone={hasFactor ? 'ok' : 'neutral'}>{t(hasFactor ? 'isOn' : 'isOff')}</Chip>
            {required && <Chip tone="info">{t('isRequired')}</Chip>}
          </>
        }
      />
      <Row label={t('app')} hint={totp ? appHint(totp) : t('appText')}>
        {totp && (
          <Button
            size="small"
            danger
            busy={remove.isPending}
            onClick={async () => {
              if (
                await confirm({
                  title: t('removeQuestion'),
                  text: t('removeText'),
                  confirmText: t('remove'),
                  danger: true,
                })
              )
                remove.mutate()
            }}
          >
            {t('remove')}
          </Button>
        )}
        <Button size="small" onClick={() => show('setUp')}>
          {t(totp ? 'replace' : 'setUp')}
        </Button>
      </Row>
      <Row label={t('passkeys')} hint={t(passkeysWork() ? 'passkeysText' : 'passkeysOff')}>
        {passkeysWork() && (
          <Button size="small" onClick={() => show('passkey')}>
            {t('add')}
          </Button>
        )}
      </Row>
      {passkeys.length > 0 && <PasskeyRows passkeys={passkeys} onChanged={refresh} />}
      <Row label={t('recoveryCodes')} hint={codesHint(hasFactor, left)}>
        {hasFactor && (
          <Button
            size="small"
            busy={renew.isPending}
            onClick={async () => {
              if (await confirm({ title: t('renewQuestion'), text: t('renewText'), confirmText: t('renew') }))
                renew.mutate()
            }}
          >
            {t('renew')}
          </Button>
        )}
      </Row>
      <Suspense>
        {(shown === 'setUp' || shown === 'passkey') && (
          <SetUpDialog key={key} {...control} kind={shown} onAdded={refresh} />
        )}
        {typeof shown === 'object' && <RecoveryCodesDialog key={key} {...control} codes={shown} />}
      </Suspense>
    </>
  )
}

const appHint = ({ createTime, lastUseTime }: { createTime: string; lastUseTime: string | null }): string =>
  lastUseTime
    ? t('appUsed', { time: formatDateTime(createTime), used: formatDateTime(lastUseTime) })
    : t('appSince', { time: formatDateTime(createTime) })

function codesHint(hasFactor: boolean, left: number): string {
  if (!hasFactor) return t('codesNone')
  return t(left < FEW_CODES ? 'codesFew' : 'codesLeft', { count: left })
}

interface RowProps {
  label: string
  hint: string
  chip?: ReactNode
  children?: ReactNode
}

const Row = ({ label, hint, chip, children }: RowProps): ReactElement => (
  <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-2 last:border-0">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 text-body">
        {label}
        {chip}
      </p>
      <p className="text-caption text-mut">{hint}</p>
    </div>
    {children && <div className="flex shrink-0 items-center gap-2">{children}</div>}
  </div>
)
