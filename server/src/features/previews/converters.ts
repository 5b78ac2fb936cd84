import type { Preview } from '@clouddisk/contract/previews'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { previewContent } from '../downloads/file.ts'

/** What is converted: a version's content, which the actor may preview. */
export interface ConversionRequest {
  readonly actor: Actor
  readonly file: ResolvedItem
  readonly content: Awaited<ReturnType<typeof previewContent>>
  /** By the content; the name's where the content does not contradict it. */
  readonly ext: string
  readonly origin: string
}

/** Makes what browsers show out of content that they do not: a PDF of an Office file, an mp4 of another video. */
export interface PreviewConverter {
  accepts(ctx: Context, ext: string): boolean
  /** Asks for the conversion: `ready` with the address of its result, `converting` meanwhile, or `failed`. */
  preview(ctx: Context, request: ConversionRequest): Promise<Preview>
}
