import { SEARCH_KINDS, type SearchKind } from '@clouddisk/contract/search'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Popover } from '../../ui/popover.tsx'
import { t } from './strings.ts'

const labelOf = (kind: SearchKind) => t(kind === 'document' ? 'documents' : kind)

interface KindFilterProps {
  /** Those to choose from. */
  kinds?: readonly SearchKind[] | undefined
  /** None for all. */
  value: readonly SearchKind[]
  onChange: (kinds: readonly SearchKind[]) => void
}

/** Narrows a list to some kinds of files; each is applied as it is ticked. */
export function KindFilter({ kinds = SEARCH_KINDS, value, onChange }: KindFilterProps): ReactElement {
  const [open, setOpen] = useState(false)
  const toggle = (kind: SearchKind, isOn: boolean) =>
    onChange(kinds.filter((one) => (one === kind ? isOn : value.includes(one))))
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('kind')}
      className="w-48 p-2"
      trigger={
        <Button className="max-w-64 border-ctl! font-normal! text-secondary! shadow-none! md:h-9!">
          <span className="truncate">
            <span className="mr-0.5 whitespace-pre text-fg-2">{t('is', { label: t('kind') })}</span>
            {value.length === 0 ? t('anyKind') : value.map(labelOf).join(t('kindSeparator'))}
          </span>
          <ChevronDown size={16} aria-hidden className="shrink-0 text-mut" />
        </Button>
      }
    >
      <div className="flex flex-col">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={labelOf(kind)}
            checked={value.includes(kind)}
            onChange={(isOn) => toggle(kind, isOn)}
            className="min-h-9 rounded-s px-2 hover:bg-hover"
          />
        ))}
      </div>
    </Popover>
  )
}
