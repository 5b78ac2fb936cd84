import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { API_PREFIX } from '@clouddisk/contract/route'
import { MINUTE } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { publicOriginOf } from '../../http/origin.ts'
import type { FlowData } from './protocol.ts'
import * as store from './store.ts'

/**
 * Sign-ins that are at the provider. A row has what is to be remembered, sealed; it is found by the hash of the state, once. A
 * cookie ties it to the browser that began, so that nobody is signed in to somebody else's account (login CSRF).
 */

export const FLOW_MS = 10 * MINUTE
const RANDOM_BYTES = 32

export interface Flow {
  readonly id: string
  readonly providerId: string
  readonly purpose: store.FlowPurpose
  readonly personId: string | null
  readonly browserHash: Buffer
  readonly service: string | null
  readonly createdAt: Date
  readonly data: FlowData
}

export type NewFlow = Pick<Flow, 'providerId' | 'purpose' | 'personId' | 'service'>

export const newState = (): string => randomBytes(RANDOM_BYTES).toString('base64url')

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer')
const keyOf = ({ secrets }: Pick<Context, 'secrets'>) => secrets.subKey('sign-in flow')

/** Remembers a sign-in that begins now, and sets the cookie of its browser. */
export async function beginFlow(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  flow: NewFlow,
  state: string,
  data: FlowData,
): Promise<void> {
  const id = newId()
  const browser = randomBytes(RANDOM_BYTES).toString('base64url')
  await keepFlow(ctx, { ...flow, id, browserHash: hashOf(browser), createdAt: ctx.now(), data }, state)
  reply.setCookie(cookieOf(id), browser, { ...cookieScope(ctx, request), maxAge: FLOW_MS / 1000 })
}

/** Remembers it on: for the browser that begun it, under a new state. */
export async function keepFlow(ctx: Context, flow: Flow, state: string): Promise<void> {
  await store.insertFlow(ctx.db.reader, {
    ...flow,
    data: seal(keyOf(ctx), flow.id, JSON.stringify(flow.data)),
    stateHash: hashOf(state),
    expiresAt: new Date(flow.createdAt.getTime() + FLOW_MS),
  })
}

/** The flow of this state, which cannot be taken again. Refuses where it is over, or of another provider. */
export async function takeFlow(
  ctx: Context,
  state: string | undefined,
  providerId: string | undefined,
): Promise<Flow> {
  const row = state ? await store.takeFlow(ctx.db.reader, hashOf(state), ctx.now()) : undefined
  if (!row || (providerId !== undefined && row.providerId !== providerId)) return refuse('sign_in_over')
  return { ...row, data: openData(ctx, row.id, row.data) }
}

export const openData = (ctx: Context, flowId: string, data: Buffer): FlowData =>
  JSON.parse(unseal(keyOf(ctx), flowId, data)) as FlowData

/** Refuses another browser than the one that began, and removes its cookie. */
export function requireSameBrowser(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  flow: Pick<Flow, 'id' | 'browserHash'>,
): void {
  const browser = request.cookies[cookieOf(flow.id)]
  if (browser === undefined || !timingSafeEqual(hashOf(browser), flow.browserHash)) refuse('sign_in_over')
  reply.clearCookie(cookieOf(flow.id), cookieScope(ctx, request))
}

/** One for each sign-in, so that those of several tabs do not end each other. */
const cookieOf = (flowId: string): string => `cd_flow_${flowId.replaceAll('-', '').slice(-16)}`

const cookieScope = (ctx: Context, request: FastifyRequest) => ({
  path: `${API_PREFIX}/pub/sso`,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicOriginOf(ctx.config, request).startsWith('https:'),
})
