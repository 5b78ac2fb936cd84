import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import { isViewOnly } from '../../access/view-only.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import type { OnlineToken } from './token.ts'
import { refuseWopi } from './wopi-error.ts'

/** A call of an Office server, with the person in whose name it is made, and the file of its token. */
export interface WopiCall {
  readonly actor: Actor
  readonly token: OnlineToken
  /** As it was sent. */
  readonly tokenText: string
  readonly file: ResolvedItem
  readonly mayWrite: boolean
  /** Of this server, as browsers and Office servers reach it. */
  readonly origin: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * The file, for those who may open it online: its bytes go to the Office server, and with some of these to the browser, so it has to
 * be one that the person may download. Throws what the drive refuses with.
 */
export async function onlineFile(ctx: Context, actor: Actor, id: string): Promise<ResolvedItem> {
  const file = await resolve(ctx.db.reader, actor, id)
  if (file.isFolder) refuse('is_a_folder')
  requirePermission(file, 'preview')
  if (isViewOnly(actor, file.permissions)) refuse('not_permitted')
  return file
}

/** Whether the person may save the file online. */
export const mayEditOnline = ({ permissions }: Pick<ResolvedItem, 'permissions'>): boolean =>
  permissions.has('upload')

export function requireWrite({ mayWrite }: WopiCall): void {
  if (!mayWrite) refuseWopi(404, 'The person may not change this file.')
}

export function headerOf({ request }: WopiCall, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
