import type { Conversion, ConversionLane } from '../conversion/conversions.ts'

/**
 * Makes one kind of rendition, such as a small thumbnail of pictures. A new kind is a new converter in the list that
 * services.ts passes to Renditions.
 */
export interface Converter {
  /** Stored with each rendition; never reused for another meaning. */
  readonly kind: string
  /** Raised when it converts files that it could not convert before: these are tried again then. */
  readonly version: number
  /** Larger content has no such rendition. */
  readonly maxBytes: number
  /** Takes minutes: such conversions run in a slot of their own, so that quick ones do not wait for them. */
  readonly isLong?: boolean
  /** Nobody waits for it: such conversions run one at a time beside those that somebody waits for. */
  readonly isUnattended?: boolean
  /**
   * Makes the rendition of the file `conversion.folder.input`. Throws ConversionFailed if there is none; that is
   * remembered for the content.
   */
  make(conversion: Conversion): Promise<MadeFile>
}

export interface MadeFile {
  /** A file below the conversion's output folder. */
  readonly path: string
  /** Kept with the rendition, such as its width and height. */
  readonly meta?: Record<string, unknown>
}

export const laneOf = ({ isLong, isUnattended }: Converter): ConversionLane =>
  isUnattended ? 'unattended' : isLong ? 'long' : 'quick'
