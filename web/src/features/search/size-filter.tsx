import { formatSize } from '@clouddisk/contract/format'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { SizeRange } from './search-view.ts'
import { t } from './strings.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const PRESETS: readonly SizeRange[] = [
  {},
  { max: MB },
  { min: MB, max: 10 * MB },
  { min: 10 * MB, max: 100 * MB },
  { min: 100 * MB, max: GB },
  { min: GB },
]

function wordsOf({ min, max }: SizeRange): string {
  if (min !== undefined && max !== undefined)
    return t('between', { from: formatSize(min), to: formatSize(max) })
  if (min !== undefined) return t('above', { size: formatSize(min) })
  return max !== undefined ? t('below', { size: formatSize(max) }) : t('anySize')
}

interface SizeFilterProps {
  value: SizeRange
  onChange: (size: SizeRange) => void
}

/** Narrows a list by size: one of the presets, or from and to. */
export function SizeFilter({ value, onChange }: SizeFilterProps): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('size')}
      className="w-[300px] p-4"
      trigger={
        <Button className="tabular border-ctl! font-normal! text-secondary! shadow-none! md:h-9!">
          <span>
            <span className="mr-0.5 whitespace-pre text-fg-2">{t('is', { label: t('size') })}</span>
            {wordsOf(value)}
          </span>
          <ChevronDown size={16} aria-hidden className="text-mut" />
        </Button>
      }
    >
      <SizeForm
        value={value}
        onDone={(size) => {
          onChange(size)
          setOpen(false)
        }}
      />
    </Popover>
  )
}

const inMegabytes = (bytes: number | undefined) => (bytes === undefined ? '' : String(bytes / MB))
const isNumber = (text: string) => /^\s*(\d{1,7}(\.\d*)?)?\s*$/.test(text)
const inBytes = (text: string) => (text.trim() === '' ? undefined : Math.round(Number(text) * MB))

function SizeForm({ value, onDone }: { value: SizeRange; onDone: (size: SizeRange) => void }): ReactElement {
  const [min, setMin] = useState(inMegabytes(value.min))
  const [max, setMax] = useState(inMegabytes(value.max))
  const [tried, setTried] = useState(false)
  const bad = (text: string) => (tried && !isNumber(text) ? t('badSize') : undefined)
  const range = { min: inBytes(min), max: inBytes(max) }
  const wrong = range.min !== undefined && range.max !== undefined && range.min > range.max
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isNumber(min) && isNumber(max) && !wrong) onDone(range)
      }}
    >
      <div className="mb-4 flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <Button key={wordsOf(preset)} size="small" onClick={() => onDone(preset)}>
            {wordsOf(preset)}
          </Button>
        ))}
      </div>
      <div className="flex flex-col gap-4">
        <Field label={t('sizeMin')} error={bad(min)}>
          <Input value={min} inputMode="decimal" onChange={(event) => setMin(event.target.value)} />
        </Field>
        <Field label={t('sizeMax')} error={bad(max) ?? (tried && wrong ? t('wrongSizes') : undefined)}>
          <Input value={max} inputMode="decimal" onChange={(event) => setMax(event.target.value)} />
        </Field>
      </div>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
