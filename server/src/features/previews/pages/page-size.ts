/** How large pages are. Pure. */

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Of a page as it is made; smaller ones are scaled from it. */
export const PAGE_WIDTH_MAX = 2000
export const PAGE_PIXELS_MAX = 5_000_000
export const PAGE_SIDE_MAX = 8000
/** The longest side of a picture. */
export const PICTURE_SIDE = 2560

/** A smaller picture gets a margin, so that there is room for the reader's name. */
const ROOM = { width: 480, height: 320 }

export const withRoom = ({ width, height }: PageSize): PageSize => ({
  width: Math.max(width, ROOM.width),
  height: Math.max(height, ROOM.height),
})

/** How much a page of a document is enlarged. */
export const scaleOf = ({ width, height }: PageSize): number =>
  Math.min(
    PAGE_WIDTH_MAX / width,
    Math.sqrt(PAGE_PIXELS_MAX / (width * height)),
    PAGE_SIDE_MAX / Math.max(width, height),
  )
