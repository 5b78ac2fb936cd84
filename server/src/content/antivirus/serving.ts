import type { VirusState } from '@clouddisk/contract/antivirus'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { StoredObject } from '../../objects/stores.ts'

/**
 * Whether content may leave the server, by what the virus scanner said of it. Everything that serves content asks here: downloads,
 * previews, thumbnails, archives, copies.
 */

export interface ServedContent extends StoredObject {
  readonly blobId: string
  readonly size: number
  /** Null: it was never scanned. */
  readonly virus: VirusState | null
}

type Scanning = Pick<Context, 'config' | 'antivirus'>

/** `waiting`: until it is scanned. */
export type ServingVerdict = 'serve' | 'infected' | 'waiting' | 'unscannable'

/** Infected content is never served, also when there is no scanner any more. What is unknown is served as the policy says. */
export function servingVerdict(
  { config, antivirus }: Scanning,
  { bucket, virus }: Pick<ServedContent, 'bucket' | 'virus'>,
): ServingVerdict {
  if (virus === 'clean') return 'serve'
  if (virus === 'infected') return 'infected'
  if (config.antivirus.unscanned === 'serve' || !antivirus.covers(bucket)) return 'serve'
  return virus === 'tooLarge' || virus === 'failed' ? 'unscannable' : 'waiting'
}

/** Why the content is not served now; undefined if it is. Content that waits for its scan is scanned at once, for a moment. */
export async function virusRefusal(ctx: Scanning, content: ServedContent): Promise<Refusal | undefined> {
  const verdict = servingVerdict(ctx, content)
  if (verdict !== 'waiting') return refusalOf(verdict)
  const { blobId: id, bucket, key, etag, size } = content
  const virus = await ctx.antivirus.scanWithin({ id, bucket, key, etag, size }, ctx.config.antivirus.waitMs)
  return refusalOf(servingVerdict(ctx, { bucket, virus }))
}

/** Refuses `virus_found`, `virus_scan_pending` or `virus_scan_impossible`. */
export async function refuseUnsafe(ctx: Scanning, content: ServedContent): Promise<void> {
  const refusal = await virusRefusal(ctx, content)
  if (refusal) throw refusal
}

function refusalOf(verdict: ServingVerdict): Refusal | undefined {
  if (verdict === 'serve') return undefined
  if (verdict === 'infected') return new Refusal('virus_found')
  return new Refusal(verdict === 'waiting' ? 'virus_scan_pending' : 'virus_scan_impossible')
}
