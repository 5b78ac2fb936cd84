import { type InstanceSettings, MASK_NAMES, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useId, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { ApprovalForm } from './approval-form.tsx'
import { ConfiguredLinks } from './configured-links.tsx'
import { ContentSearchForm } from './content-search-form.tsx'
import { ImportSources } from './import-sources.tsx'
import { LinkLimitsForm } from './link-limits-form.tsx'
import { PersonalTableForm } from './personal-table-form.tsx'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'
import { TitleForm } from './title-form.tsx'
import { VersionsForm } from './versions-form.tsx'

/** Settings of the installation. */
export function SettingsPage(): ReactElement {
  usePageTitle(t('title'))
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  return (
    <section aria-label={t('title')} className="h-full overflow-y-auto px-6 pb-6 max-md:px-4">
      <div className="flex min-h-15 items-center max-md:min-h-4">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      </div>
      {data ? (
        <div className="space-y-4">
          <TitleForm key={`${data.systemTitle} title`} saved={data} />
          <NamesForm key={data.maskNames} saved={data} />
          <ContentSearchForm saved={data} />
          <PersonalTableForm saved={data} />
          <LinkLimitsForm key={`${data.linkVisitsPerHour} ${data.linkBytesPerDay} links`} saved={data} />
          <ImportSources />
          <ApprovalForm key={`${data.approvalUrl} approval`} saved={data} />
          <ConfiguredLinks saved={data} />
          <VersionsForm key={`${data.versionsKept} ${data.versionDays}`} saved={data} />
        </div>
      ) : error ? (
        <ErrorState
          title={t('notLoaded')}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </section>
  )
}

function NamesForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const [maskNames, setMaskNames] = useState(saved.maskNames)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await withErrorMessage(t('notSaved'), async () => {
      queryClient.setQueryData(settingsQuery.queryKey, await call(saveInstanceSettings, { maskNames }))
      toast.ok(t('saved'))
    })
    setBusy(false)
  }
  return (
    <form
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
      className="max-w-160 rounded-l border border-line bg-bg p-5"
    >
      <h2 id={title} className="text-section font-semibold">
        {t('maskNames')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">
        {t('maskNamesText')}
        <span className="block">{t('adminsSee')}</span>
      </p>
      <RadioGroup
        label={t('maskNames')}
        value={maskNames}
        onChange={setMaskNames}
        className="gap-3"
        options={MASK_NAMES.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
      />
      <Button variant="primary" type="submit" busy={busy} className="mt-5">
        {t('save')}
      </Button>
    </form>
  )
}
