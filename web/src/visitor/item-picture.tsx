import { getLinkThumbnail } from '@clouddisk/contract/links'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { provideThumbnails } from '../ui/thumbnail/thumbnail-address.ts'
import { ThumbnailPicture, type ThumbnailProps } from '../ui/thumbnail/thumbnail-picture.tsx'
import { linkPath } from './address.ts'

provideThumbnails(getLinkThumbnail, { linkPath })

/** Rows that come into view soon. */
const AHEAD = '120px'

const whenSeen = new WeakMap<Element, (seen: boolean) => void>()
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) whenSeen.get(target)?.(isIntersecting)
  },
  { rootMargin: AHEAD },
)

/** The thumbnail of a file of the link, laid over its icon; asked for while its row or tile is in view. */
export function ItemPicture(props: ThumbnailProps): ReactElement {
  const place = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    whenSeen.set(element, setSeen)
    watch.observe(element)
    return () => watch.unobserve(element)
  }, [])
  return (
    <span ref={place} className="pointer-events-none absolute inset-0">
      {seen && <ThumbnailPicture {...props} />}
    </span>
  )
}
