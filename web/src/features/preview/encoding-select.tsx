import type { ReactElement } from 'react'
import { createStore } from '../../lib/store.ts'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { t } from './strings.ts'
import { ENCODINGS, type Encoding } from './text-content.ts'

/** What the reader has chosen, by file, until the page is closed. */
const store = createStore<Readonly<Record<string, Encoding>>>({})

export function useChosenEncoding(
  instanceId: string,
): readonly [Encoding | undefined, (encoding: Encoding | undefined) => void] {
  const chosen = store.use()[instanceId]
  const choose = (encoding: Encoding | undefined) => {
    const { [instanceId]: _, ...others } = store.get()
    store.set(encoding ? { ...others, [instanceId]: encoding } : others)
  }
  return [chosen, choose]
}

const NAMES: Record<Encoding, string> = {
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
  label: NAMES[encoding],
  hint: encoding in SCRIPTS ? t(SCRIPTS[encoding as keyof typeof SCRIPTS]) : undefined,
})

/** For text that was taken for another encoding than it is in. */
export function EncodingSelect(props: {
  detected: Encoding
  chosen: Encoding | undefined
  onChoose: (encoding: Encoding | undefined) => void
}): ReactElement {
  const { detected, chosen, onChoose } = props
  const automatic = { value: 'auto' as const, label: t('automatic', { encoding: NAMES[detected] }) }
  return (
    <div className="mb-2 flex justify-end">
      <Select<Encoding | 'auto'>
        size="small"
        theme="dark"
        prefix={t('encoding')}
        ariaLabel={t('encodingLabel')}
        value={chosen ?? 'auto'}
        onChange={(value) => onChoose(value === 'auto' ? undefined : value)}
        options={[automatic, ...ENCODINGS.map(optionOf)]}
        className="!w-auto pointer-coarse:!h-11"
      />
    </div>
  )
}
