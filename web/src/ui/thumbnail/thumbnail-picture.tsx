import type { Instance } from '@clouddisk/contract/files'
import { clsx } from 'clsx'
import { type ReactElement, useEffect, useState } from 'react'
import { callerName } from '../../lib/api.ts'
import { isPicture } from './is-picture.ts'
import type { WantedThumbnail } from './thumbnail-address.ts'
import { knownThumbnail, wantThumbnail } from './thumbnail-loader.ts'

export interface ThumbnailProps {
  item: Pick<Instance, 'instanceId' | 'fileType' | 'versionNo' | 'fileAuth'> & Pick<WantedThumbnail, 'bin'>
  /** Drawn large, which takes more pixels on a screen of double density. */
  large?: boolean | undefined
  className?: string | undefined
}

/** Device pixels for one of the page, from which a small thumbnail looks blurred in a tile. */
const DENSE = 1.5

/** Rows that are scrolled past quickly ask for nothing. */
const SETTLED_MS = 80

/** The picture once it is there; it is decoration beside the name. */
export function ThumbnailPicture({ item, large, className }: ThumbnailProps): ReactElement | null {
  const { instanceId, versionNo, bin } = item
  const mayPreview = item.fileAuth.includes('preview')
  const size = large && devicePixelRatio >= DENSE ? 'm' : 's'
  const key = `${callerName()} ${instanceId} ${versionNo} ${size}${bin ? ' bin' : ''}`
  const [loaded, setLoaded] = useState<{ key: string; url: string | null }>()
  const url = knownThumbnail(key) ?? (loaded?.key === key ? loaded.url : undefined)
  useEffect(() => {
    if (url !== undefined || !mayPreview) return
    let release: (() => void) | undefined
    const timer = setTimeout(() => {
      release = wantThumbnail(key, { instanceId, size, bin }, (found) => setLoaded({ key, url: found }))
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [key, instanceId, size, bin, mayPreview, url])
  if (!url || !mayPreview) return null
  // Of a page the top is shown, of pictures the middle.
  const position = isPicture(item.fileType) ? '' : 'object-top'
  return <FadingPicture key={url} url={url} className={clsx(position, className)} />
}

function FadingPicture({ url, className }: { url: string; className?: string | undefined }): ReactElement {
  const [isDrawn, setDrawn] = useState(false)
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      data-thumbnail
      onLoad={() => setDrawn(true)}
      className={clsx(
        'pointer-events-none absolute inset-0 size-full bg-canvas motion-safe:transition-opacity motion-safe:duration-150',
        isDrawn ? 'opacity-100' : 'opacity-0',
        className,
      )}
    />
  )
}
