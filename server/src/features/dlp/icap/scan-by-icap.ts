import type { DlpMatch } from '@clouddisk/contract/dlp'
import type { Context } from '../../../context.ts'
import type { StoredObject } from '../../../objects/stores.ts'
import type { ContentHash } from '../../../renditions/types.ts'
import { ICAP_RULE_ID } from '../icap-rule.ts'
import { contentObject } from '../store.ts'
import type { IcapScans } from './icap-scans.ts'

/** Content that an ICAP server looks at, where one is configured (G16). */

const CHUNK = 64 * 1024

export type IcapCheck =
  /** The scan runs, or waits for others; ask again. */
  | { readonly state: 'waiting' }
  | { readonly state: 'checked'; readonly matches: readonly DlpMatch[] }
  /** The server could not be asked, or gave no verdict in time. */
  | { readonly state: 'unchecked' }
  /** Larger than what the server is given. */
  | { readonly state: 'too_large' }

const NOTHING_FOUND: IcapCheck = { state: 'checked', matches: [] }

export async function scanByIcap(
  ctx: Context,
  content: ContentHash,
  wait: Parameters<IcapScans['ask']>[2],
): Promise<IcapCheck> {
  if (!ctx.icap || content.size === 0) return NOTHING_FOUND
  if (content.size > ctx.config.icapLimits.bytesMax) return { state: 'too_large' }
  const object = await contentObject(ctx.db.reader, content)
  if (!object) return { state: 'unchecked' }
  const outcome = await ctx.icap.ask(content, () => bytesOf(ctx, object), wait)
  if (!outcome) return { state: 'waiting' }
  if (outcome.state === 'checked') {
    const { objection } = outcome
    return objection === undefined ? NOTHING_FOUND : { state: 'checked', matches: [matchOf(objection)] }
  }
  ctx.log.warn({ err: outcome.error }, 'content could not be checked by the ICAP server; it goes to review')
  return { state: 'unchecked' }
}

async function* bytesOf(ctx: Context, object: StoredObject): AsyncIterable<Uint8Array> {
  const reader = await ctx.stores.open(object)
  try {
    for (let at = 0; at < reader.size; ) {
      const chunk = Buffer.allocUnsafe(CHUNK)
      const filled = await reader.read(chunk, Math.min(CHUNK, reader.size - at), at)
      if (filled === 0) throw new Error(`object ${object.key} ended early`)
      yield chunk.subarray(0, filled)
      at += filled
    }
  } finally {
    await reader.close()
  }
}

const NAME_MAX = 60

const matchOf = (found: string): DlpMatch => ({
  ruleId: ICAP_RULE_ID,
  rule: `ICAP: ${found.slice(0, NAME_MAX)}`,
  level: 'high',
  action: 'block',
  count: 1,
  samples: [],
  path: '',
})
