import { BASE_PATH } from '@clouddisk/contract/route'
import { MINUTE } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { publicOriginOf } from '../../http/origin.ts'

/** Who has just signed out is not signed in again at once by a provider that is gone to automatically. */

const COOKIE = 'cd_signed_out'
const PAUSE_MS = 30 * MINUTE

const scope = (ctx: Context, request: FastifyRequest) => ({
  path: BASE_PATH,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicOriginOf(ctx.config, request).startsWith('https:'),
})

export function pauseAutomatic(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  reply.setCookie(COOKIE, '1', { ...scope(ctx, request), maxAge: PAUSE_MS / 1000 })
}

export function allowAutomatic(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[COOKIE] !== undefined) reply.clearCookie(COOKIE, scope(ctx, request))
}

export const isAutomaticPaused = (request: FastifyRequest): boolean => request.cookies[COOKIE] !== undefined
