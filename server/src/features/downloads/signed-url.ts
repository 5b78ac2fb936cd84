import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Context } from '../../context.ts'

/**
 * Signed URLs (G8): a download can be started for ten minutes, by or for the person for whom the URL was
 * signed, while the session is valid.
 */

export const DOWNLOADS_PATH = '/disk/d'

export interface FileUrlPayload {
  readonly kind: 'download' | 'preview'
  readonly sessionId: string
  readonly fileId: string
  readonly versionId: string
  /** The version was not the current one: needs the permission to see versions too. */
  readonly isOldVersion?: true
  /** The extension whose type a preview is sent as, where the content is not what the file's name says. */
  readonly shownAs?: string
  /** Kind of a rendition of the content (renditions/), which is sent in its place. */
  readonly rendition?: string
}
export interface ArchiveUrlPayload {
  readonly kind: 'archive'
  readonly sessionId: string
  readonly archiveId: string
}
export type UrlPayload = FileUrlPayload | ArchiveUrlPayload

/** Signs a URL below `origin`; the name at its end is informational. */
export function signUrl(ctx: Context, origin: string, address: UrlPayload, name: string): string {
  const body = Buffer.from(JSON.stringify({ ...address, at: ctx.now().getTime() })).toString('base64url')
  return `${origin}${DOWNLOADS_PATH}/${body}.${signature(ctx, body).toString('base64url')}/${encodeURIComponent(name)}`
}

/**
 * Verifies a URL path. Returns undefined if the signature is invalid, `expired` if it is too late to start.
 */
export function verifyUrl(ctx: Context, path: string): UrlPayload | 'expired' | undefined {
  const [, body, mark] = /^\/disk\/d\/([\w-]+)\.([\w-]+)(?:\/|$)/.exec(path) ?? []
  if (!body || !mark) return undefined
  const actual = Buffer.from(mark, 'base64url')
  const expected = signature(ctx, body)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const { at, ...address } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as UrlPayload & {
    at: number
  }
  return ctx.now().getTime() - at > LIMITS.downloadUrlMs ? 'expired' : address
}

const signature = (ctx: Context, body: string): Buffer =>
  createHmac('sha256', ctx.secrets.subKey('download-address')).update(body).digest()
