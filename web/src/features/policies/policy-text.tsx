import type { Language } from '@clouddisk/contract/errors'
import type { OpenPolicyKind } from '@clouddisk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Languages, Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { policyAddress, policyListAddress } from '../../lib/policy-addresses.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MarkdownArticle } from '../../ui/markdown/markdown-article.tsx'
import { Loading } from '../../ui/skeleton.tsx'

import { policyQuery } from './data.ts'
import { PolicyFrame, PolicyLink } from './policy-frame.tsx'
import { wordsOf } from './strings.ts'

export interface PolicyTextProps {
  kind: OpenPolicyKind
  language: Language
  /** The version in force if absent. */
  version: number | undefined
}

/** A text by itself, to be read and printed (R27). */
export function PolicyText({ kind, language, version }: PolicyTextProps): ReactElement {
  const t = wordsOf(language)
  const { data, error, refetch, isFetching } = useQuery(policyQuery(kind, language, version))
  usePageTitle(t(kind))
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <PolicyFrame
      language={language}
      tools={
        <>
          <PolicyLink href={policyListAddress} icon={ArrowLeft} className="mr-auto">
            {t('all')}
          </PolicyLink>
          <PolicyLink href={policyAddress(kind, other, version)} icon={Languages} lang={other}>
            {t('otherLanguage')}
          </PolicyLink>
          <Button variant="quiet" icon={Printer} onClick={() => print()} className="max-md:hidden">
            {t('print')}
          </Button>
        </>
      }
    >
      <h1 className="text-[26px] leading-tight font-semibold">{t(kind)}</h1>
      {data ? (
        <>
          <p className="tabular mt-2 text-secondary text-mut">
            {t('version', {
              version: data.version,
              time: formatFullDateTime(data.publishTime, language),
            })}
          </p>
          {data.version !== data.currentVersion && (
            <p
              role="note"
              className="mt-4 rounded-m border border-warn-line bg-warn-soft px-3.5 py-2.5 text-secondary text-warn"
            >
              {t('oldVersion')}{' '}
              <a href={policyAddress(kind, language)} className="underline">
                {t('seeCurrent')}
              </a>
            </p>
          )}
          <MarkdownArticle text={data.text} className="mt-6" />
        </>
      ) : error ? (
        <ErrorState
          title={t('failed')}
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
