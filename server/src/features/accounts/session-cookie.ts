import { SESSION_COOKIE } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { publicOriginOf } from '../../http/origin.ts'

/** The cookie of a browser's session. */

export const COOKIE = SESSION_COOKIE

export function setCookie(ctx: Context, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    ...cookieScope(ctx, request),
    // The cookie lasts as long as the session, so that uploads resume after a restart of the browser.
    maxAge: ctx.config.limits.sessionMaxMs / 1000,
  })
}

export function clearCookie(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, cookieScope(ctx, request))
}

const cookieScope = (ctx: Context, request: FastifyRequest) => ({
  path: BASE_PATH,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicOriginOf(ctx.config, request).startsWith('https:'),
})
