import type { Conversion, Lane } from '../conversion/conversions.ts'

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
  /** The rendition that it is made from, in place of the content itself. */
  readonly from?: {
    readonly kind: string
    /** For larger content it is not made for this purpose: only one that is there already is used. */
    readonly maxBytes: number
  }
  /** By default `quick`. */
  readonly lane?: Lane
  /** It is sent to those who may only view the content (access/view-only.ts): none of the content's bytes are in it. */
  readonly isForViewOnly?: boolean
  /**
   * Makes the rendition of the file `conversion.folder.input`: the content, or its rendition `from`. Throws ConversionFailed if there is none; that is
   * remembered for the content.
   */
  make(conversion: Conversion, part?: number): Promise<MadeFile>
}

/** The kind of a part of what a converter makes in parts: each is made and kept by itself, and `make` gets its number. */
export const partKind = (kind: string, part: number): string => `${kind}#${part}`
/** The kind of the converter that makes a rendition. */
export const converterKind = (kind: string): string => kind.replace(/#\d+$/, '')
/** 0 for what is not made in parts. */
export const partOf = (kind: string): number => Number(/#(\d+)$/.exec(kind)?.[1] ?? 0)

export interface MadeFile {
  /** A file below the conversion's output folder. */
  readonly path: string
  /** Kept with the rendition, such as its width and height. */
  readonly meta?: Record<string, unknown>
}
