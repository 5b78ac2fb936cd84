import { extensionIn } from '@clouddisk/contract/content-kinds'
import { nameKey } from '@clouddisk/contract/names'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors/refusal.ts'
import { contentKindOf, HEAD_BYTES } from './content-kind.ts'

/**
 * Kinds of files that administrators refuse, by extension and by content; for visitors of links more of them. Asked by all that
 * brings files: uploads, renaming, copies, imports, extraction.
 */

type Uploader = Pick<Actor, 'link'>
type RuleContext = Pick<Context, 'config'>

const listsOf = ({ config: { fileRules } }: RuleContext, { link }: Uploader) =>
  link ? [fileRules.everybody, fileRules.visitors] : [fileRules.everybody]

export const refusedExtensions = (ctx: RuleContext, uploader: Uploader): string[] =>
  listsOf(ctx, uploader).flatMap(({ extensions }) => extensions)

/** Whether the beginning of contents has to be read. */
export const hasContentRules = (ctx: RuleContext, uploader: Uploader): boolean =>
  listsOf(ctx, uploader).some(({ contents }) => contents.length > 0)

export function nameRefusal(ctx: RuleContext, uploader: Uploader, name: string): Refusal | undefined {
  const extension = extensionIn(nameKey(name), refusedExtensions(ctx, uploader))
  return extension === undefined
    ? undefined
    : new Refusal('file_kind_refused', { name, kind: `.${extension}` })
}

/** @param head the first bytes, `HEAD_BYTES` of them where there are as many. */
export function contentRefusal(
  ctx: RuleContext,
  uploader: Uploader,
  name: string,
  head: Buffer,
): Refusal | undefined {
  if (!hasContentRules(ctx, uploader)) return undefined
  const kind = contentKindOf(head.subarray(0, HEAD_BYTES))
  const isRefused =
    kind !== undefined && listsOf(ctx, uploader).some(({ contents }) => contents.includes(kind))
  return isRefused ? new Refusal('file_kind_refused', { name, kind }) : undefined
}

export function refuseFileName(ctx: RuleContext, uploader: Uploader, name: string): void {
  const refusal = nameRefusal(ctx, uploader, name)
  if (refusal) throw refusal
}

export function refuseContent(ctx: RuleContext, uploader: Uploader, name: string, bytes: Buffer): void {
  const refusal = contentRefusal(ctx, uploader, name, bytes)
  if (refusal) throw refusal
}

/** The same for bytes that are in their store. */
export async function refuseStoredContent(
  ctx: Pick<Context, 'config' | 'stores'>,
  uploader: Uploader,
  name: string,
  object: Parameters<Context['stores']['open']>[0],
): Promise<void> {
  if (!hasContentRules(ctx, uploader)) return
  const reader = await ctx.stores.open(object)
  try {
    const head = Buffer.alloc(Math.min(HEAD_BYTES, reader.size))
    const length = head.length === 0 ? 0 : await reader.read(head, head.length, 0)
    refuseContent(ctx, uploader, name, head.subarray(0, length))
  } finally {
    await reader.close()
  }
}
