import {
  type AdminSite,
  SITE_NAME_MAX,
  SITE_NETWORKS_MAX,
  SITE_REGIONS,
  type SiteRegion,
  saveSite,
} from '@clouddisk/contract/admin-sites'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { ipRangeFault, splitRanges } from '@clouddisk/contract/ip-ranges'
import { isPageAddress } from '@clouddisk/contract/server-addresses'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../ui/use-form.ts'
import { clustersQuery, refreshSites } from './data.ts'
import { nameError, showRefusal, TextField } from './form-fields.tsx'
import { t } from './site-strings.ts'
import { t as words } from './strings.ts'

interface Values {
  siteName: string
  clusterIds: readonly string[]
  region: SiteRegion | ''
  address: string
  networks: string
}

const errorsOf = ({ siteName, address, networks }: Values): FormErrors<Values> => ({
  siteName: nameError(siteName, SITE_NAME_MAX),
  address: address.trim() === '' || isPageAddress(address) ? undefined : reasonText('page_address', language),
  networks: networksError(networks),
})

/** What is wrong with typed networks: the first of them that is none. */
function networksError(text: string): string | undefined {
  const networks = splitRanges(text)
  if (networks.length > SITE_NETWORKS_MAX) return t('tooManyNetworks', { max: SITE_NETWORKS_MAX })
  for (const network of networks) {
    const fault = ipRangeFault(network)
    if (fault) return t('networkWrong', { text: network, reason: reasonText(fault, language) })
  }
  return undefined
}

interface SiteDialogProps extends DialogControl {
  /** Undefined for a new one. */
  site: AdminSite | undefined
  sites: readonly AdminSite[]
}

/** A site that is added or changed. */
export function SiteDialog({ site, sites, ...dialog }: SiteDialogProps): ReactElement {
  const clusters = useQuery(clustersQuery).data?.list ?? []
  const [initial] = useState(
    (): Values => ({
      siteName: site?.siteName ?? '',
      clusterIds: site?.clusters.map(({ clusterId }) => clusterId) ?? [],
      region: site?.region ?? '',
      address: site?.address ?? '',
      networks: site?.networks.join('\n') ?? '',
    }),
  )
  const form = useForm(initial, errorsOf)
  const { values, set, errorOf, control } = form
  const send = async () => {
    const siteName = values.siteName.trim()
    await call(saveSite, {
      ...(site && { siteId: site.siteId }),
      siteName,
      clusterIds: [...values.clusterIds],
      ...(values.region !== '' && { region: values.region }),
      networks: splitRanges(values.networks),
      address: values.address.trim(),
    })
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: siteName }))
    await refreshSites()
  }
  const submission = useSubmission(form, send, (error) => showRefusal(form, error, 'siteName'))
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={t(site ? 'editSite' : 'newSite')}
      button={words(site ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <TextField form={form} name="siteName" label={t('name')} required />
      <Field label={t('clusters')} hint={t('clustersHint')}>
        <MultiSelect
          value={values.clusterIds}
          onChange={(clusterIds) => set({ clusterIds })}
          options={clusters.map(({ clusterId, clusterName, siteId }) => ({
            value: clusterId,
            label: clusterName,
            hint: sites.find((one) => one.siteId === siteId)?.siteName,
          }))}
          placeholder={t('chooseClusters')}
        />
      </Field>
      <Field label={t('region')}>
        <Select<SiteRegion | ''>
          value={values.region}
          onChange={(region) => set({ region })}
          options={[
            { value: '', label: t('noRegion') },
            ...SITE_REGIONS.map((value) => ({ value, label: t(value) })),
          ]}
        />
      </Field>
      <TextField
        form={form}
        name="address"
        label={t('address')}
        hint={t('addressHint')}
        inputMode="url"
        placeholder="https://disk.example.com"
      />
      <Field label={t('networks')} hint={t('networksHint')} error={errorOf('networks')}>
        <Textarea
          {...control('networks')}
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          className="tabular"
          value={values.networks}
          onChange={(event) => set({ networks: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
