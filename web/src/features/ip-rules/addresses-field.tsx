import { splitRanges } from '@clouddisk/contract/ip-ranges'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { t } from './strings.ts'

interface AddressesFieldProps {
  label: string
  required?: boolean
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Where the server sees the reader. */
  address: string
  control: { readonly ref: (element: HTMLElement | null) => void; readonly onBlur: () => void }
}

/** Addresses and networks, one a line, with the reader's own a click away. */
export function AddressesField(props: AddressesFieldProps): ReactElement {
  const { label, required, value, onChange, error, address, control } = props
  const has = splitRanges(value).includes(address)
  return (
    <Field
      label={label}
      required={required}
      hint={t('addressesHint')}
      error={error}
      aside={
        address !== '' &&
        !has && (
          <button
            type="button"
            onClick={() => onChange([...splitRanges(value), address].join('\n'))}
            className="finger flex items-center gap-1 rounded-s text-caption font-medium text-accent-text hover:underline"
          >
            <Plus size={13} aria-hidden />
            {t('addMine')}
          </button>
        )
      }
    >
      <Textarea
        {...control}
        rows={5}
        spellCheck={false}
        autoCapitalize="none"
        className="tabular"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
