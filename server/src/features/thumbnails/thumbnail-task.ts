import type { ConversionFault } from '../../conversion/limits.ts'

/** What the server and the thumbnail process say to each other, one line of JSON each. */

export interface ThumbnailTask {
  readonly family: 'picture' | 'audio' | 'pdf'
  readonly input: string
  /** A WebP file is written here. */
  readonly output: string
  /** Of the square that it fits in, in pixels. */
  readonly side: number
  /** A picture with more pixels is declined before it is decoded. */
  readonly pixelsMax?: number | undefined
}

export type ThumbnailAnswer =
  | { readonly width: number; readonly height: number }
  | { readonly reason: ConversionFault; readonly message: string }
  /** Only ffmpeg reads such pictures. */
  | { readonly decoder: string }

/** Larger pictures have no thumbnail (C section 3). Pixels of a side. */
export const SIDE_MAX = 10_000

/** A picture that is not converted, by decision. */
export class Declined extends Error {
  readonly reason: ConversionFault
  constructor(reason: ConversionFault, message: string) {
    super(message)
    this.reason = reason
  }
}

export function checkSides(width: number, height: number, pixelsMax = SIDE_MAX * SIDE_MAX): void {
  if (!(width > 0 && height > 0)) throw new Declined('broken', 'has no size')
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > pixelsMax)
    throw new Declined('too_large', `has ${width} × ${height} pixels`)
}
