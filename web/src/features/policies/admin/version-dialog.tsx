import type { PolicyKind, PolicyVersion, queryPolicyVersion } from '@clouddisk/contract/policies'
import type { Reply } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { MarkdownArticle } from '../../../ui/markdown/markdown-article.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Select } from '../../../ui/select.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { LANGUAGE_NAMES } from '../strings.ts'
import { versionQuery } from './data.ts'
import { t } from './strings.ts'

type WholeVersion = Reply<typeof queryPolicyVersion>

export interface VersionDialogProps extends DialogControl {
  kind: PolicyKind
  /** Those to choose from, the latest first. */
  versions: readonly PolicyVersion[]
  /** The one that is shown first. */
  version: number
  /** Edits a copy of it. */
  onUse: (version: WholeVersion) => void
}

const LANGUAGES = [
  { value: 'zh-CN', label: LANGUAGE_NAMES['zh-CN'] },
  { value: 'en-US', label: LANGUAGE_NAMES['en-US'] },
] as const

/** Versions of a text, to be read and used again. */
export function VersionDialog(props: VersionDialogProps): ReactElement {
  const { kind, versions, version: first, onUse, ...dialog } = props
  const [version, setVersion] = useState(String(first))
  const query = useQuery(versionQuery(kind, Number(version)))
  const { data } = query
  const [chosen, setOf] = useState<(typeof LANGUAGES)[number]['value']>()
  const of =
    chosen ?? (data && (language === 'zh-CN' ? data.textZh : data.textEn) === null ? other : language)
  return (
    <Dialog
      {...dialog}
      width={860}
      title={kind === 'publicNotice' ? t('publicNotice') : t('versionsOf', { kind: t(kind) })}
      footer={
        <>
          <CloseButton>{t('close')}</CloseButton>
          {data && (
            <Button variant="primary" onClick={() => onUse(data)}>
              {t('useAgain')}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <Select
          ariaLabel={t('versionLabel')}
          value={version}
          onChange={setVersion}
          options={versions.map((one) => ({ value: String(one.version), label: versionLabel(one) }))}
          className="max-w-110 flex-1"
        />
        <Select
          ariaLabel={t('languageLabel')}
          value={of}
          onChange={setOf}
          options={LANGUAGES}
          className="max-w-40"
        />
      </div>
      {data ? (
        <VersionText version={data} of={of} />
      ) : query.error ? (
        <ErrorState
          title={t('failed')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'

const versionLabel = ({ version, publishTime, author, titleZh, titleEn }: PolicyVersion): string =>
  [
    titleZh ?? titleEn ?? t('version', { version }),
    formatFullDateTime(publishTime),
    author ?? t('builtIn'),
  ].join(' · ')

function VersionText({ version, of }: { version: WholeVersion; of: 'zh-CN' | 'en-US' }): ReactElement {
  const [title, text] = of === 'zh-CN' ? [version.titleZh, version.textZh] : [version.titleEn, version.textEn]
  return (
    <section
      aria-label={t('preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
      tabIndex={0}
      lang={text === null ? undefined : of}
      className="h-[52vh] overflow-y-auto rounded-m border border-line px-5 py-4 focus-visible:-outline-offset-1 max-md:h-auto"
    >
      {title && <h3 className="mb-3 text-section font-semibold">{title}</h3>}
      {text === null ? (
        <p className="text-secondary text-mut">{t('notInLanguage')}</p>
      ) : (
        <MarkdownArticle text={text} className="compact" />
      )}
    </section>
  )
}
