import { ApiError } from '@clouddisk/client/http/errors'
import { queryClusters } from '@clouddisk/contract/admin-clusters'
import {
  type AdminLibrary,
  CATEGORY_NAME_MAX,
  ICON_KINDS,
  isLibraryCode,
  LIBRARY_DESCRIPTION_MAX,
  LIBRARY_NAME_MAX,
  saveLibrary,
} from '@clouddisk/contract/admin-libraries'
import { queryBuckets } from '@clouddisk/contract/admin-storage'
import { GROUP_SPACE_MAX } from '@clouddisk/contract/groups'
import { nameReasonText } from '@clouddisk/contract/name-reasons'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import { MEMBER_ROLES, type MemberRole } from '@clouddisk/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { language } from '../../../lib/i18n.ts'
import { limits } from '../../../lib/limits.ts'
import type { ChosenRecipient } from '../../../lib/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import type { SearchSelectOption } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../../ui/use-form.ts'
import { iconAddress, refreshLibraries } from '../data.ts'
import { type ChosenIcons, missingIcons } from './icon-form.ts'
import { IconsField } from './icons-field.tsx'
import { OwnerField } from './owner-field.tsx'
import { t } from './strings.ts'

interface Values {
  libraryName: string
  code: string
  description: string
  capacity: string
  menuDisplay: boolean
  ownerId: SearchSelectOption | null
  categoryName: string
  categoryCode: string
  bucketName: string
  clusterIds: readonly string[]
  icons: ChosenIcons
}

type Members = readonly ChosenRecipient<MemberRole>[]
const clustersQuery = callQuery(['admin-sites', 'clusters'], queryClusters, {})
const bucketsQuery = callQuery(['admin-sites', 'buckets'], queryBuckets, {})

export function folderNameError(text: string, max: number): string | undefined {
  const name = text.trim()
  if (name === '') return t('missing')
  if (lengthOf(name) > max) return t('tooLong', { max })
  const fault = nameFault(name)
  return fault && nameReasonText(fault, language)
}

export const codeError = (text: string): string | undefined =>
  isLibraryCode(text.trim()) ? undefined : t('codeHint')

const errorsOf =
  (library: AdminLibrary | undefined) =>
  (values: Values): FormErrors<Values> => ({
    libraryName: folderNameError(values.libraryName, LIBRARY_NAME_MAX),
    code: codeError(values.code),
    description: descriptionError(values.description),
    capacity: capacityError(values.capacity),
    ownerId: values.ownerId ? undefined : t('ownerMissing'),
    categoryName: library ? undefined : folderNameError(values.categoryName, CATEGORY_NAME_MAX),
    categoryCode: library ? undefined : codeError(values.categoryCode),
    icons: missingIcons(values.icons, library?.icons ?? []),
  })

function descriptionError(text: string): string | undefined {
  const description = text.trim()
  if (description === '') return t('missing')
  return lengthOf(description) > LIBRARY_DESCRIPTION_MAX
    ? t('tooLong', { max: LIBRARY_DESCRIPTION_MAX })
    : undefined
}

const capacityError = (text: string): string | undefined =>
  /^[1-9]\d*$/.test(text.trim()) && Number(text) <= GROUP_SPACE_MAX ? undefined : t('capacityRule')

interface LibraryDialogProps extends DialogControl {
  /** Undefined for a new one. */
  library: AdminLibrary | undefined
}

/** A library that is added or changed (R156). */
export function LibraryDialog({ library, ...dialog }: LibraryDialogProps): ReactElement {
  const [initial] = useState(() => valuesOf(library))
  const [members, setMembers] = useState<Members>([])
  const people = useExtension('people')
  const clusters = useQuery(clustersQuery).data?.list ?? []
  const buckets = useQuery(bucketsQuery).data?.list ?? []
  const form = useForm(initial, errorsOf(library))
  const { values, set, errorOf, control } = form
  const send = async () => {
    await call(saveLibrary, inputOf(values, library, members))
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: values.libraryName.trim() }))
    await refreshLibraries()
  }
  const submission = useSubmission(form, send, (error) => {
    const field = fieldOf(error)
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  const chooseMembers = async () => {
    const chosen = await people?.choose<MemberRole>({
      title: t('chooseMembers'),
      roles: MEMBER_ROLES.map((value) => ({ value, label: t(value), text: t(`${value}Text`) })),
      firstRole: 'viewer',
      confirm: () => t('done'),
    })
    if (chosen) setMembers(chosen)
  }
  const text = (name: 'libraryName' | 'code' | 'categoryName' | 'categoryCode', label: string) => (
    <Field label={label} required error={errorOf(name)}>
      <Input
        {...control(name)}
        autoComplete="off"
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      summary
      dirty={form.dirty || members.length > 0}
      title={t(library ? 'editLibrary' : 'newLibrary')}
      button={t(library ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        {text('libraryName', t('name'))}
        {text('code', t('code'))}
      </div>
      <Field label={t('description')} required error={errorOf('description')}>
        <Textarea
          {...control('description')}
          rows={3}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <Field label={t('capacity')} required error={errorOf('capacity')}>
          <Input
            {...control('capacity')}
            inputMode="numeric"
            autoComplete="off"
            className="tabular"
            unit="GB"
            value={values.capacity}
            onChange={(event) => set({ capacity: event.target.value })}
          />
        </Field>
        <Field label={t('owner')} required error={errorOf('ownerId')}>
          <OwnerField value={values.ownerId} onChange={(ownerId) => set({ ownerId })} />
        </Field>
        {!library && text('categoryName', t('firstCategory'))}
        {!library && text('categoryCode', t('firstCategoryCode'))}
      </div>
      {!library && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" icon={UserPlus} onClick={() => void chooseMembers()}>
            {t('chooseMembers')}
          </Button>
          <p className="text-caption text-mut">
            {members.length > 0 ? t('membersChosen', { count: members.length }) : t('membersHint')}
          </p>
        </div>
      )}
      <Checkbox
        label={t('menuDisplay')}
        checked={values.menuDisplay}
        onChange={(menuDisplay) => set({ menuDisplay })}
      />
      <IconsField
        icons={values.icons}
        kept={keptIcons(library)}
        onChange={(icons) => set({ icons })}
        error={errorOf('icons')}
      />
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <Field label={t('bucket')} error={errorOf('bucketName')}>
          <Select
            value={values.bucketName}
            onChange={(bucketName) => set({ bucketName })}
            options={[
              { value: '', label: t('anyBucket') },
              ...buckets
                .filter(({ state }) => state === 'active')
                .map(({ bucketName }) => ({ value: bucketName, label: bucketName })),
            ]}
          />
        </Field>
        <Field label={t('clusters')} hint={t('clustersHint')} error={errorOf('clusterIds')}>
          <MultiSelect
            value={values.clusterIds}
            onChange={(clusterIds) => set({ clusterIds })}
            options={clusters.map(({ clusterId, clusterName }) => ({ value: clusterId, label: clusterName }))}
            placeholder={t('noClusters')}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

function keptIcons(library: AdminLibrary | undefined) {
  const version = String(Date.parse(library?.updateTime ?? '') || 0)
  return Object.fromEntries(
    (library?.icons ?? []).map((kind) => [kind, iconAddress(library?.libraryId ?? '', kind, version)]),
  )
}

const valuesOf = (library: AdminLibrary | undefined): Values => ({
  libraryName: library?.libraryName ?? '',
  code: library?.code ?? '',
  description: library?.description ?? '',
  capacity: library ? String(Math.round(library.totalCapacity / limits().groupUnit)) : '10',
  menuDisplay: library?.menuDisplay ?? true,
  ownerId: library ? { value: library.ownerId, label: library.ownerName, hint: library.ownerAccount } : null,
  categoryName: '',
  categoryCode: '',
  bucketName: library?.bucketName ?? '',
  clusterIds: library?.clusters.map(({ clusterId }) => clusterId) ?? [],
  icons: {},
})

function inputOf(values: Values, library: AdminLibrary | undefined, members: Members) {
  const icons = Object.fromEntries(
    ICON_KINDS.flatMap((kind) => (values.icons[kind] ? [[kind, values.icons[kind].base64]] : [])),
  )
  return {
    ...(library
      ? { libraryId: library.libraryId }
      : {
          category: { categoryName: values.categoryName.trim(), code: values.categoryCode.trim() },
          members: members.map(({ principalType, principalId, role }) => ({
            principalType,
            principalId,
            role,
          })),
        }),
    libraryName: values.libraryName.trim(),
    code: values.code.trim(),
    description: values.description.trim(),
    capacity: Number(values.capacity),
    menuDisplay: values.menuDisplay,
    ...(values.ownerId && { ownerId: values.ownerId.value }),
    ...(values.bucketName !== '' && { bucketName: values.bucketName }),
    clusterIds: [...values.clusterIds],
    icons,
  }
}

/** The field that the server refuses; undefined for what belongs to none. */
function fieldOf(error: unknown): keyof Values | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'name_taken') return 'libraryName'
  if (error.name === 'code_taken') return 'code'
  if (error.name === 'below_used') return 'capacity'
  if (error.name === 'sync_no_bucket' || error.name === 'sync_two_nodes') return 'clusterIds'
  const field = error.name === 'bad_field' ? String(error.details.field).split('.')[0] : undefined
  return field && field in valuesOf(undefined) ? (field as keyof Values) : undefined
}
