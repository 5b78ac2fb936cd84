import { ICON_KINDS, type IconKind } from '@clouddisk/contract/admin-libraries'
import { ImagePlus } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type ChosenIcons, readIcon } from './icon-form.ts'
import { t } from './strings.ts'

interface IconsFieldProps {
  icons: ChosenIcons
  /** Addresses of those that the library has. */
  kept: { readonly [K in IconKind]?: string }
  onChange: (icons: ChosenIcons) => void
  error: string | undefined
}

/** The four icons of a library with previews. */
export function IconsField({ icons, kept, onChange, error }: IconsFieldProps): ReactElement {
  const [fault, setFault] = useState<string>()
  const choose = async (kind: IconKind, file: File | undefined) => {
    if (!file) return
    const icon = await readIcon(file)
    if (typeof icon === 'string') return setFault(icon)
    setFault(undefined)
    onChange({ ...icons, [kind]: icon })
  }
  const shown = fault ?? error
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-secondary text-fg-2">{t('icons')}</legend>
      <p className="mb-2 text-caption text-mut">{t('iconsHint')}</p>
      <ul className="grid grid-cols-4 gap-3 max-md:grid-cols-2">
        {ICON_KINDS.map((kind) => (
          <Icon
            key={kind}
            kind={kind}
            address={icons[kind]?.address ?? kept[kind]}
            onChoose={(file) => void choose(kind, file)}
          />
        ))}
      </ul>
      {shown && (
        <p role="alert" className="mt-1.5 text-caption text-danger">
          {shown}
        </p>
      )}
    </fieldset>
  )
}

function Icon(props: {
  kind: IconKind
  address: string | undefined
  onChoose: (file: File | undefined) => void
}): ReactElement {
  const { kind, address, onChoose } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <li className="flex flex-col items-center gap-2 rounded-m border border-line p-3">
      <span className="flex size-12 items-center justify-center">
        {address ? (
          <img src={address} alt={t(kind)} className="max-h-12 max-w-12 object-contain" />
        ) : (
          <ImagePlus size={24} className="text-mut" aria-hidden />
        )}
      </span>
      <span className="text-caption text-fg-2">{t(kind)}</span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={t(kind)}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
      />
      <Button size="small" aria-label={`${t('choose')} ${t(kind)}`} onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
    </li>
  )
}
