/** Where a picture lies in its window. Pure; lengths in CSS pixels, `x` and `y` from the window's middle to the picture's. */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface PicturePlacement {
  /** 1 is one pixel of the picture to one of the screen. */
  readonly scale: number
  readonly x: number
  readonly y: number
  /** Quarter turns clockwise. */
  readonly turns: number
}

export const SCALE_MIN = 0.02
export const SCALE_MAX = 16
/** One step of the buttons and keys. */
export const ZOOM_STEP = 1.25

/** The picture as it lies after its turns. */
export const rotatedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** All of it in view; small ones are not blown up. */
export function fitToView(picture: Size, view: Size, turns = 0): PicturePlacement {
  const lying = rotatedSize(picture, turns)
  const scale = Math.min(1, view.width / lying.width, view.height / lying.height)
  return { scale: clampScale(scale), x: 0, y: 0, turns }
}

const clampScale = (scale: number) => Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale))

/** Zooms so that what is under a point stays there; the point from the window's middle. */
export function zoomAt(
  pose: PicturePlacement,
  factor: number,
  point: { x: number; y: number } = { x: 0, y: 0 },
): PicturePlacement {
  const scale = clampScale(pose.scale * factor)
  const real = scale / pose.scale
  return { ...pose, scale, x: point.x - (point.x - pose.x) * real, y: point.y - (point.y - pose.y) * real }
}

/** Moves it, but never out of the window altogether; what fits stays in the middle. */
export function panBy(
  pose: PicturePlacement,
  dx: number,
  dy: number,
  picture: Size,
  view: Size,
): PicturePlacement {
  const lying = rotatedSize(picture, pose.turns)
  const slack = (shown: number, room: number) => Math.max(0, (shown - room) / 2)
  const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0
  return {
    ...pose,
    x: limit(pose.x + dx, slack(lying.width * pose.scale, view.width)),
    y: limit(pose.y + dy, slack(lying.height * pose.scale, view.height)),
  }
}
