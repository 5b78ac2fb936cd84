import {
  OPEN_POLICY_KINDS,
  type PolicyKind,
  type PolicyVersion,
  queryPolicyVersion,
  withdrawNotice,
} from '@clouddisk/contract/policies'
import type { Reply } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call, errorMessage } from '../../../lib/api.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { refreshVersions, versionsQuery } from './data.ts'
import { Editor } from './editor.tsx'
import { NoticeRow } from './notice-row.tsx'
import { PolicyCard } from './policy-card.tsx'
import { t } from './strings.ts'
import { VersionDialog } from './version-dialog.tsx'

type Shown =
  | { kind: PolicyKind; edit: Reply<typeof queryPolicyVersion> | undefined }
  | { kind: PolicyKind; view: number }

/** Agreements, policies, usage rules and notices (R12, R27, R36). */
export function TextsPage({ change }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { data, error, refetch, isFetching } = useQuery(versionsQuery)
  const { shown, key, show, control } = useDialogState<Shown>()
  const edit = (kind: PolicyKind, version: number) =>
    withErrorMessage(t('failed'), async () => {
      show({ kind, edit: await call(queryPolicyVersion, { kind, version }) })
    })
  const versionsOf = (kind: PolicyKind) => (data ?? []).filter((one) => one.kind === kind)
  const notices = versionsOf('publicNotice')
  return (
    <section aria-label={t('title')} className="h-full overflow-y-auto px-6 pb-6 max-md:px-4">
      <div className="flex min-h-15 items-center gap-3 max-md:min-h-4">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      </div>
      {data ? (
        <div className="max-w-220 space-y-4">
          <p className="text-secondary text-fg-2">{t('intro')}</p>
          <section aria-labelledby="notices" className="rounded-l border border-line bg-bg p-5 max-md:p-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="notices" className="text-section font-semibold">
                {t('publicNotice')}
              </h2>
              {change && (
                <Button
                  variant="primary"
                  icon={Plus}
                  onClick={() => show({ kind: 'publicNotice', edit: undefined })}
                >
                  {t('newNotice')}
                </Button>
              )}
            </div>
            {notices.length === 0 ? (
              <EmptyState title={t('noNotices')} text={t('noNoticesText')} />
            ) : (
              <ul className="mt-2">
                {notices.map((notice) => (
                  <NoticeRow
                    key={notice.version}
                    notice={notice}
                    onView={() => show({ kind: 'publicNotice', view: notice.version })}
                    onWithdraw={change ? () => void withdraw(notice) : undefined}
                  />
                ))}
              </ul>
            )}
          </section>
          {OPEN_POLICY_KINDS.map((kind) => (
            <PolicyCard
              key={kind}
              kind={kind}
              versions={versionsOf(kind)}
              onEdit={change ? (version) => void edit(kind, version) : undefined}
              onVersions={(version) => show({ kind, view: version })}
            />
          ))}
        </div>
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
      {shown && 'edit' in shown && <Editor key={key} kind={shown.kind} from={shown.edit} {...control} />}
      {shown && 'view' in shown && (
        <VersionDialog
          key={key}
          kind={shown.kind}
          versions={versionsOf(shown.kind)}
          version={shown.view}
          onUse={(version) => show({ kind: version.kind, edit: version })}
          {...control}
        />
      )}
    </section>
  )
}

async function withdraw({ version, titleZh, titleEn }: PolicyVersion): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('withdrawTitle', { title: titleZh ?? titleEn ?? '' }),
    text: t('withdrawText'),
    confirmText: t('withdraw'),
    confirmIcon: Undo2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('withdrawFailed'), async () => {
    await call(withdrawNotice, { version })
    toast.ok(t('withdrawDone'))
    await refreshVersions()
  })
}
