import { type InstanceSettings, MASK_NAMES, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useId, useState } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call, errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { ApprovalForm } from './approval-form.tsx'
import { BusinessConfig } from './business/business-config.tsx'
import { FileManagement, SignInOptions } from './business/group-panel.tsx'
import { ConfiguredLinks } from './configured-links.tsx'
import { ContentSearchForm } from './content-search-form.tsx'
import { ImportSources } from './import-sources.tsx'
import { LinkLimitsForm } from './link-limits-form.tsx'
import { PersonalTableForm } from './personal-table-form.tsx'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'
import { TitleForm } from './title-form.tsx'
import { VersionsForm } from './versions-form.tsx'

const VIEWS = ['general', 'files', 'signIn', 'business'] as const
type View = (typeof VIEWS)[number]

/** Settings of the installation, and the business configuration (B§2). */
export function SettingsPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { address } = props
  const view = VIEWS.find((one) => one === address.search.view) ?? 'general'
  const show = (next: View) => {
    const others = Object.keys(address.search).map((name) => [name, undefined] as const)
    address.narrow({ ...Object.fromEntries(others), view: next === 'general' ? undefined : next })
  }
  return (
    <section aria-label={t('title')} className="flex h-full min-h-0 flex-col">
      <h1 className="flex h-13 shrink-0 items-center px-6 text-page font-semibold max-md:sr-only">
        {t('title')}
      </h1>
      <Tabs
        label={t('views')}
        tabs={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={show}
        className="mx-6 max-md:mx-4 max-md:overflow-x-auto max-md:whitespace-nowrap max-md:[scrollbar-width:none]"
        panelClassName="overflow-y-auto px-6 pb-6 max-md:px-4"
      >
        {view === 'general' ? (
          <General />
        ) : view === 'files' ? (
          <FileManagement change={props.change} />
        ) : view === 'signIn' ? (
          <SignInOptions change={props.change} />
        ) : (
          <BusinessConfig {...props} />
        )}
      </Tabs>
    </section>
  )
}

function General(): ReactElement {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  if (data)
    return (
      <div className="space-y-4 pt-4">
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
    )
  return error ? (
    <ErrorState
      title={t('notLoaded')}
      text={errorMessage(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Loading />
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
