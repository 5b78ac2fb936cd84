import { FEEDBACK_PICTURE_MAX, FEEDBACK_PICTURE_TYPES } from '@clouddisk/contract/feedback'
import { CircleAlert, ImagePlus, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { t } from './strings.ts'

const SIZE = `${FEEDBACK_PICTURE_MAX / 1024 ** 2} MB`

export interface PictureFieldProps {
  value: File | undefined
  onChange: (picture: File | undefined) => void
}

/** One picture: chosen, pasted anywhere in the dialog, or dropped here. */
export function PictureField({ value, onChange }: PictureFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const take = useRef<(file: File | undefined) => void>(() => undefined)
  take.current = (file) => {
    if (!file) return
    const isTaken = FEEDBACK_PICTURE_TYPES.some((type) => type === file.type)
    const isLarge = file.size > FEEDBACK_PICTURE_MAX
    setFault(!isTaken ? t('pictureType') : isLarge ? t('pictureLarge', { size: SIZE }) : '')
    if (isTaken && !isLarge) onChange(file)
  }
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      // The file list below the dialog would upload it.
      event.stopPropagation()
      event.preventDefault()
      take.current(file)
    }
    addEventListener('paste', onPaste, { capture: true })
    return () => removeEventListener('paste', onPaste, { capture: true })
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways, the button is for keys
    <div
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        take.current(event.dataTransfer.files[0])
      }}
    >
      <p className="mb-1.5 text-secondary text-fg-2">{t('picture')}</p>
      <div className="flex items-center gap-3 rounded-m border border-dashed border-ctl p-3">
        {value ? <Chosen file={value} onRemove={() => onChange(undefined)} /> : null}
        <Button icon={ImagePlus} onClick={() => input.current?.click()} className="shrink-0">
          {t('choosePicture')}
        </Button>
        {!value && <p className="min-w-0 flex-1 text-caption text-mut">{t('pictureHint', { size: SIZE })}</p>}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('picture')}
          accept={FEEDBACK_PICTURE_TYPES.join()}
          onChange={(event) => {
            take.current(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-caption text-danger empty:hidden">
        {fault && (
          <>
            <CircleAlert size={13} className="mt-px shrink-0" aria-hidden />
            <span className="min-w-0">{fault}</span>
          </>
        )}
      </p>
    </div>
  )
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }): ReactElement {
  const [src, setSrc] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <>
      {src && <img src={src} alt="" className="h-16 max-w-32 rounded-s border border-line object-contain" />}
      <span className="min-w-0 flex-1 truncate text-secondary">{file.name}</span>
      <IconButton icon={X} label={t('removePicture')} onClick={onRemove} />
    </>
  )
}
