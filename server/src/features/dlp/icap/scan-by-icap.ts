import type { DlpMatch } from '@clouddisk/contract/dlp'
import type { Context } from '../../../context.ts'
import type { ContentHash } from '../../../renditions/types.ts'
import { ICAP_RULE_ID } from '../icap-rule.ts'
import { contentObject } from '../store.ts'
import { IcapFailed } from './client.ts'

/** Content that an ICAP server looks at, where one is configured (G16). */

const CHUNK = 64 * 1024

/** Undefined if the server could not be asked. */
export async function scanByIcap(ctx: Context, content: ContentHash): Promise<DlpMatch[] | undefined> {
  if (!ctx.icap || content.size === 0) return []
  const object = await contentObject(ctx.db.reader, content)
  if (!object) return undefined
  const bytes = async function* () {
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
  try {
    // One name for each content, as what was found is kept for the content.
    const name = content.sha256.toString('hex')
    const found = await ctx.icap.check({ name, size: content.size, bytes })
    return found === undefined ? [] : [matchOf(found)]
  } catch (error) {
    if (!(error instanceof IcapFailed)) throw error
    ctx.log.warn({ err: error }, 'content could not be checked by the ICAP server; it goes to review')
    return undefined
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
