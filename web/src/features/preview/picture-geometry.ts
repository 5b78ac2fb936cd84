/** Placement of a picture in its view. Pure; lengths in CSS pixels, `x` and `y` from the view's center to the picture's. */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface PicturePlacement {
  /** Screen pixels per picture pixel. */
  readonly scale: number
  readonly x: number
  readonly y: number
  /** Quarter turns clockwise. */
  readonly turns: number
}

const SCALE_MIN = 0.02
const SCALE_MAX = 16
/** One step of the buttons and keys. */
export const ZOOM_STEP = 1.25

/** The picture's size after rotation. */
export const rotatedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** Fits the whole picture; small ones are not enlarged. */
export function fitToView(picture: Size, view: Size, turns = 0): PicturePlacement {
  const rotated = rotatedSize(picture, turns)
  const scale = Math.min(1, view.width / rotated.width, view.height / rotated.height)
  return { scale: clampScale(scale), x: 0, y: 0, turns }
}

const clampScale = (scale: number) => Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale))

/** Zooms around a point, which is relative to the view's center. */
export function zoomAt(
  placement: PicturePlacement,
  factor: number,
  point: { x: number; y: number } = { x: 0, y: 0 },
): PicturePlacement {
  const scale = clampScale(placement.scale * factor)
  const real = scale / placement.scale
  return {
    ...placement,
    scale,
    x: point.x - (point.x - placement.x) * real,
    y: point.y - (point.y - placement.y) * real,
  }
}

/** Moves within limits; a picture that fits stays centered. */
export function panBy(
  placement: PicturePlacement,
  dx: number,
  dy: number,
  picture: Size,
  view: Size,
): PicturePlacement {
  const rotated = rotatedSize(picture, placement.turns)
  const slack = (shown: number, room: number) => Math.max(0, (shown - room) / 2)
  const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0
  return {
    ...placement,
    x: limit(placement.x + dx, slack(rotated.width * placement.scale, view.width)),
    y: limit(placement.y + dy, slack(rotated.height * placement.scale, view.height)),
  }
}
