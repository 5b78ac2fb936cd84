import { OPEN_POLICY_KINDS, type OpenPolicyKind, type queryPolicies } from '@clouddisk/contract/policies'
import type { Reply } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language, switchLanguage } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { policyAddress } from '../../lib/policy-addresses.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { policiesQuery } from './data.ts'
import { PolicyFrame } from './policy-frame.tsx'
import { LANGUAGE_NAMES, t } from './strings.ts'

type Version = Reply<typeof queryPolicies>[number]

/** All texts that anyone may read, with their versions, in both languages (R27). */
export function PolicyList(): ReactElement {
  const { data, error, refetch, isFetching } = useQuery(policiesQuery)
  usePageTitle(t('all'))
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <PolicyFrame
      language={language}
      tools={
        <Button
          variant="quiet"
          icon={Languages}
          lang={other}
          className="ml-auto"
          onClick={() => switchLanguage(other)}
        >
          {t('otherLanguage')}
        </Button>
      }
    >
      <h1 className="text-[26px] leading-tight font-semibold">{t('all')}</h1>
      <p className="mt-2 text-secondary text-mut">{t('listIntro')}</p>
      {data ? (
        <div className="mt-6 space-y-4">
          {OPEN_POLICY_KINDS.map((kind) => (
            <Policy key={kind} kind={kind} versions={data.filter((one) => one.kind === kind)} />
          ))}
        </div>
      ) : error ? (
        <ErrorState
          title={t('listFailed')}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </PolicyFrame>
  )
}

function Policy({ kind, versions }: { kind: OpenPolicyKind; versions: readonly Version[] }): ReactElement {
  const current = versions.find((one) => one.current)
  const old = versions.filter((one) => !one.current)
  return (
    <section className="rounded-l border border-line p-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h2 className="text-section font-semibold">{t(kind)}</h2>
        {current && <ReadLinks kind={kind} />}
      </div>
      {current && <p className="tabular mt-1 text-secondary text-mut">{versionText(current)}</p>}
      {old.length > 0 && (
        <details className="mt-3 text-secondary">
          <summary className="cursor-pointer text-fg-2">{t('oldVersions', { count: old.length })}</summary>
          <ul className="mt-2 space-y-2">
            {old.map((one) => (
              <li key={one.version} className="flex flex-wrap items-baseline gap-x-4">
                <span className="tabular text-mut">{versionText(one)}</span>
                <ReadLinks kind={kind} version={one.version} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const versionText = ({ version, publishTime }: Version): string =>
  t('version', { version, time: formatFullDateTime(publishTime) })

/** Named with the text that they open, and its version if it is an old one. */
const ReadLinks = ({ kind, version }: { kind: OpenPolicyKind; version?: number }): ReactElement => (
  <span className="ml-auto flex gap-4">
    {(['zh-CN', 'en-US'] as const).map((of) => {
      const label = LANGUAGE_NAMES[of]
      return (
        <a
          key={of}
          href={policyAddress(kind, of, version)}
          aria-label={[t(kind), ...(version ? [t('versionNo', { version })] : []), label].join(' ')}
          className="finger text-body text-info underline"
        >
          {label}
        </a>
      )
    })}
  </span>
)
