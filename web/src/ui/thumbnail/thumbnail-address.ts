import { pathOf } from '@clouddisk/contract/route'
import { getThumbnail, type ThumbnailSize } from '@clouddisk/contract/thumbnails'

/** Where thumbnails are fetched: those of the signed-in person's files, unless a page has another call. */

/** Whose thumbnail is wanted, and which. */
export interface WantedThumbnail {
  readonly instanceId: string
  readonly size: ThumbnailSize
  /** Of a deleted file: in whose recycle bin it is. */
  readonly bin?: { readonly groupId?: string } | undefined
}

const OPTIONS = { orEmpty: 'true', wait: 'true' }

let route: Parameters<typeof pathOf>[0] = getThumbnail
let more: Readonly<Record<string, string>> = {}

/** Thumbnails come by another call, which takes the same input and `fields`. */
export function provideThumbnails(by: typeof route, fields: typeof more): void {
  route = by
  more = fields
}

export function addressOfThumbnail({ instanceId, size, bin }: WantedThumbnail): string {
  const inBin = bin && { inRecycle: 'true', ...bin }
  return `${pathOf(route)}?${new URLSearchParams({ instanceId, size, ...OPTIONS, ...inBin, ...more })}`
}
