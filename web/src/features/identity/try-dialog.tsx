import type { ProviderTry } from '@clouddisk/contract/admin-identity'
import { roleName } from '@clouddisk/contract/role-names'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { tryQuery } from './data.ts'
import { t } from './strings.ts'

/** What came back of a try, and what would have happened. */
export function TryDialog({ tryId, ...dialog }: DialogControl & { tryId: string }): ReactElement {
  const { data, error, refetch, isFetching } = useQuery({ ...tryQuery(tryId), retry: false })
  return (
    <Dialog
      {...dialog}
      width={640}
      title={t('tryTitle')}
      description={t('tryNobody')}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      {data ? (
        <Result result={data} />
      ) : error ? (
        <ErrorState
          title={t('tryFailed')}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

const OUTCOMES = {
  signIn: ['ok', 'wouldSignIn'],
  link: ['warn', 'wouldLink'],
  create: ['ok', 'wouldCreate'],
  refuse: ['danger', 'wouldRefuse'],
} as const

function Result({ result }: { result: ProviderTry }): ReactElement {
  const [tone, text] = OUTCOMES[result.outcome]
  const separator = language === 'zh-CN' ? '、' : ', '
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-2.5">
        <Chip tone={tone}>{t(text)}</Chip>
        <span className="text-body font-medium wrap-anywhere">{result.accountName}</span>
      </p>
      {result.reason && (
        <p className="mb-4 text-secondary text-danger">{t('refusedWith', { text: result.reason })}</p>
      )}
      <DetailList
        none={t('noClaim')}
        lines={[
          [t('realName'), result.userRealName],
          [t('mail'), result.email],
          [t('phone'), result.phone],
          [t('department'), result.departmentPath.join(' / ')],
          [t('roleGrants'), result.roles.map((role) => roleName(role, true, language)).join(separator)],
          [t('subject'), result.subject],
        ]}
      />
      <h3 className="mt-6 mb-2 text-secondary font-medium">{t('received')}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 rounded-m bg-field p-3.5 font-mono text-caption">
        {Object.entries(result.claims).map(([name, values]) => (
          <div key={name} className="contents">
            <dt className="text-mut">{name}</dt>
            <dd className="wrap-anywhere">{values.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
