import { type AdminCluster, STORAGE_CYCLE_MAX } from '@clouddisk/contract/admin-clusters'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import type { Form } from '../../ui/use-form.ts'
import { type ClusterValues, isWhole } from './cluster-form.ts'
import { t } from './cluster-strings.ts'
import { bucketsQuery } from './data.ts'

interface BucketsFieldProps {
  form: Form<ClusterValues>
  cluster: AdminCluster | undefined
  clusters: readonly AdminCluster[]
}

/** The buckets of a cluster, and how long each keeps copies that are synced only. */
export function BucketsField({ form, cluster, clusters }: BucketsFieldProps): ReactElement {
  const known = useQuery(bucketsQuery).data?.list ?? []
  const { values, set, errorOf, control } = form
  const names = [...new Set([...known.map(({ bucketName }) => bucketName), ...values.buckets])]
  const ownerOf = (bucket: string) =>
    clusters.find(
      ({ clusterId, buckets }) =>
        clusterId !== cluster?.clusterId && buckets.some(({ bucketName }) => bucketName === bucket),
    )
  const max = STORAGE_CYCLE_MAX
  const first = values.buckets.find((bucket) => !isWhole(values.cycles[bucket] ?? '', max))
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-section font-semibold">{t('buckets')}</legend>
      <Field label={t('buckets')} hideLabel>
        <MultiSelect
          value={values.buckets}
          onChange={(buckets) => set({ buckets })}
          options={names.map((bucket) => {
            const owner = ownerOf(bucket)
            return {
              value: bucket,
              label: bucket,
              disabled: owner && t('bucketTaken', { cluster: owner.clusterName }),
            }
          })}
          placeholder={t('chooseBuckets')}
        />
      </Field>
      {values.buckets.map((bucket) => {
        const days = values.cycles[bucket] ?? ''
        const wrong = errorOf('cycles') !== undefined && !isWhole(days, max)
        return (
          <Field
            key={bucket}
            label={t('cycleOf', { bucket })}
            hint={t('cycleHint')}
            error={wrong ? t('cycleWrong', { max }) : undefined}
          >
            <Input
              {...(bucket === (first ?? values.buckets[0]) && control('cycles'))}
              value={days}
              inputMode="numeric"
              unit={t('days')}
              onChange={(event) => set({ cycles: { ...values.cycles, [bucket]: event.target.value } })}
            />
          </Field>
        )
      })}
    </fieldset>
  )
}
