import { PAGE_WIDTHS } from '@clouddisk/contract/previews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { t as words } from '../pdf/strings.ts'
import { t as previewWords } from '../strings.ts'
import { pageQuery } from './page-query.ts'
import { t } from './strings.ts'

interface PagePictureProps {
  url: string
  /** From 1. */
  number: number
  /** CSS pixels. */
  width: number
  onShown?: (() => void) | undefined
  /** Asks for an address anew: the file may have changed. */
  onStale: () => Promise<unknown>
}

/** One page; a sheet of its size until it is there. It cannot be selected, dragged or saved from the menu. */
export function PagePicture(props: PagePictureProps): ReactElement {
  const { url, number, width, onShown, onStale } = props
  const size = width * devicePixelRatio > PAGE_WIDTHS.m * 1.1 ? 'l' : 'm'
  // A larger picture replaces the smaller one once it is there.
  const query = useQuery({ ...pageQuery(url, number, size), placeholderData: keepPreviousData })
  const address = useObjectUrl(query.data)
  const retry = async () => {
    await onStale()
    await query.refetch()
  }
  if (query.error)
    return (
      <div role="alert" className="flex h-full flex-col items-center justify-center gap-3 p-4 text-center">
        <p className="text-secondary font-semibold text-[#1f2329]">{t('pageFailed', { number })}</p>
        <p className="text-caption text-[#4e5969]">{errorMessage(query.error)}</p>
        <Button icon={RotateCw} onClick={() => void retry()}>
          {previewWords('retry')}
        </Button>
      </div>
    )
  if (!address)
    return (
      <p role="status" className="flex h-full items-center justify-center text-secondary text-[#4e5969]">
        {t('loadingPage', { number })}
      </p>
    )
  return (
    <img
      src={address}
      alt={words('page', { number })}
      draggable={false}
      onLoad={onShown}
      onContextMenu={(event) => event.preventDefault()}
      className="size-full select-none [-webkit-touch-callout:none]"
    />
  )
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
