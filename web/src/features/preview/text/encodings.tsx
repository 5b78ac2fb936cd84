import { ENCODINGS, type Encoding } from '@clouddisk/contract/text-encoding'
import type { ReactElement } from 'react'
import { Select, type SelectOption } from '../../../ui/select.tsx'
import { t } from './strings.ts'

export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  shift_jis: 'Shift_JIS',
  'euc-kr': 'EUC-KR',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
}

const SCRIPTS = {
  gb18030: 'simplified',
  big5: 'traditional',
  shift_jis: 'japanese',
  'euc-kr': 'korean',
  'windows-1251': 'cyrillic',
  'windows-1252': 'western',
} as const satisfies Partial<Record<Encoding, string>>

const optionOf = (encoding: Encoding): SelectOption<Encoding> => ({
  value: encoding,
  label: ENCODING_NAMES[encoding],
  hint: encoding in SCRIPTS ? t(SCRIPTS[encoding as keyof typeof SCRIPTS]) : undefined,
})

export interface EncodingSelectProps {
  detected: Encoding
  /** Undefined: the detected one. */
  chosen: Encoding | undefined
  onChoose: (encoding: Encoding | undefined) => void
}

/** Overrides the detected encoding. */
export function EncodingSelect({ detected, chosen, onChoose }: EncodingSelectProps): ReactElement {
  const automatic = { value: 'auto' as const, label: t('automatic', { encoding: ENCODING_NAMES[detected] }) }
  return (
    <Select<Encoding | 'auto'>
      size="small"
      prefix={t('encoding')}
      ariaLabel={t('encodingLabel')}
      value={chosen ?? 'auto'}
      onChange={(value) => onChoose(value === 'auto' ? undefined : value)}
      options={[automatic, ...ENCODINGS.map(optionOf)]}
      className="!w-auto pointer-coarse:!h-11"
    />
  )
}
