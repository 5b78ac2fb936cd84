import { LABEL_COLORS, type LabelColor } from '@clouddisk/contract/label-names'
import { clsx } from 'clsx'
import { type ReactElement, useState } from 'react'
import { LabelDot } from '../../ui/label-chips.tsx'
import { Popover } from '../../ui/popover.tsx'
import { t } from './strings.ts'

interface ColorMenuProps {
  name: string
  color: LabelColor
  onChange: (color: LabelColor) => void
}

/** The dot of a label, which opens the palette. */
export function ColorMenu({ name, color, onChange }: ColorMenuProps): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('colorOf', { name })}
      className="w-46 p-3"
      trigger={
        <button
          type="button"
          aria-label={t('colorOf', { name })}
          title={t('colorOf', { name })}
          className="finger relative flex size-6 shrink-0 items-center justify-center rounded-s hover:bg-press"
        >
          <LabelDot color={color} size={9} />
        </button>
      }
    >
      <div className="grid grid-cols-4 gap-1">
        {LABEL_COLORS.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={t(one)}
            title={t(one)}
            aria-pressed={one === color}
            onClick={() => {
              setOpen(false)
              if (one !== color) onChange(one)
            }}
            className={clsx(
              'flex size-9 items-center justify-center rounded-m hover:bg-hover pointer-coarse:size-11',
              one === color && 'bg-press',
            )}
          >
            <LabelDot color={one} size={16} />
          </button>
        ))}
      </div>
      <p className="mt-2 text-caption text-mut">{t('colorHint')}</p>
    </Popover>
  )
}
