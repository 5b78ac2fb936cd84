import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { hasThumbnail } from './is-picture.ts'
import type { ThumbnailProps } from './thumbnail-picture.tsx'

/** Without it the icon stays. */
const nothing = (_: ThumbnailProps) => null
const loadPicture = () => import('./thumbnail-picture.tsx').catch(() => ({ ThumbnailPicture: nothing }))
const ThumbnailPicture = lazyPart(loadPicture, 'ThumbnailPicture')

/** A file's thumbnail, laid over its icon in a relative element as soon as it is there. */
export const Thumbnail = (props: ThumbnailProps): ReactElement | null =>
  hasThumbnail(props.item.fileType) ? (
    <Suspense>
      <ThumbnailPicture {...props} />
    </Suspense>
  ) : null
