import {
  DIRECTORY_PROTOCOLS,
  type DirectoryProtocol,
  LDAP_PROTOCOLS,
} from '@clouddisk/contract/directory-settings'
import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type FormProps, TextField } from './section.tsx'
import { t } from './strings.ts'

export interface IdentityFieldsProps extends FormProps {
  protocol: DirectoryProtocol
  /** Of one that is saved, only that of another kind of server may be chosen. */
  isSaved: boolean
  onProtocol: (protocol: DirectoryProtocol) => void
}

/** What every directory has. */
export function IdentityFields({ form, protocol, isSaved, onProtocol }: IdentityFieldsProps): ReactElement {
  const protocols: readonly DirectoryProtocol[] = !isSaved
    ? DIRECTORY_PROTOCOLS
    : protocol === 'scim'
      ? ['scim']
      : LDAP_PROTOCOLS
  return (
    <>
      <TextField form={form} name="code" label={t('code')} hint={t('codeHint')} required />
      <TextField
        form={form}
        name="name"
        label={t('name')}
        hint={protocol === 'scim' ? undefined : t('nameHint')}
        required
      />
      <Field label={t('protocol')}>
        <Select
          value={protocol}
          onChange={onProtocol}
          options={protocols.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      <TextField form={form} name="library" label={t('library')} hint={t('libraryHint')} />
    </>
  )
}
