import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../lib/save-file.ts'
import { createStore } from '../../lib/store.ts'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { PreviewMessage } from './messages.tsx'
import { t } from './strings.ts'
import { decodeText, detectEncoding, ENCODINGS, type Encoding, TEXT_SHOWN } from './text-content.ts'

interface TextViewProps {
  url: string
  onRetry: () => void
  item: Instance
}

/** The beginning of a text file, as plain text. */
export function TextView({ url, onRetry, item }: TextViewProps): ReactElement {
  const { instanceName: name, fileSize: size } = item
  const start = useQuery({
    queryKey: ['text-content', url],
    queryFn: ({ signal }) => readStart(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const bytes = start.data
  const detected = useMemo(() => bytes && detectEncoding(bytes), [bytes])
  const [chosen, choose] = useChosenEncoding(item.instanceId)
  const encoding = chosen ?? detected
  const text = useMemo(() => bytes && encoding && decodeText(bytes, encoding), [bytes, encoding])
  if (start.error)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(start.error)} onRetry={onRetry} />
  if (text === undefined || detected === undefined) return <Loading label={t('loading')} />
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-auto outline-none focus-visible:-outline-offset-2"
    >
      <div className="mx-auto my-6 w-[min(920px,calc(100%-32px))]">
        {text !== '' && <EncodingSelect detected={detected} chosen={chosen} onChoose={choose} />}
        <div className="rounded-m border border-line bg-bg p-6">
          {size > TEXT_SHOWN && (
            <p className="mb-4 rounded-m bg-info-soft px-3 py-2 text-secondary text-info">
              {t(item.fileAuth.includes('download') ? 'truncated' : 'truncatedOnly', {
                size: formatSize(TEXT_SHOWN),
              })}
            </p>
          )}
          {text === '' ? (
            <p className="text-secondary text-mut">{t('emptyText')}</p>
          ) : (
            <pre className="font-mono text-secondary break-words whitespace-pre-wrap select-text">{text}</pre>
          )}
        </div>
      </div>
    </section>
  )
}

async function readStart(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { Range: `bytes=0-${TEXT_SHOWN - 1}`, 'Accept-Language': language }
  const answer = await fetch(url, { signal, headers }).catch(unreachableError)
  // An empty file has no such range.
  if (answer.status === 416) return new Uint8Array()
  if (!answer.ok) throw await downloadRefusal(answer)
  return new Uint8Array(await answer.arrayBuffer())
}

/** The chosen encodings by file, until the page is closed. */
const chosenEncodings = createStore<Readonly<Record<string, Encoding>>>({})

function useChosenEncoding(
  instanceId: string,
): readonly [Encoding | undefined, (encoding: Encoding | undefined) => void] {
  const chosen = chosenEncodings.use()[instanceId]
  const choose = (encoding: Encoding | undefined) => {
    const { [instanceId]: _, ...others } = chosenEncodings.get()
    chosenEncodings.set(encoding ? { ...others, [instanceId]: encoding } : others)
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

/** Overrides the detected encoding. */
function EncodingSelect(props: {
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
