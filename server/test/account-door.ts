import { Writable } from 'node:stream'
import * as contract from '@clouddisk/contract/accounts'
import { codeOf, type ErrorName } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Environment, readConfig } from '../src/config/config.ts'
import * as accounts from '../src/features/accounts/accounts.ts'
import { accountRoutes } from '../src/features/accounts/routes.ts'
import * as sessions from '../src/features/accounts/sessions.ts'
import { createHttp } from '../src/http/http.ts'
import { mount } from '../src/http/mount.ts'
import { refuseForgery } from '../src/http/origin.ts'
import { createContext } from '../src/services.ts'
import { openTestContext, type TestContext } from './test-context.ts'

export const PASSWORD = 'Correct-horse1'
export const WRONG = 'Wrong-horse1'

export interface Ask {
  readonly token?: string | undefined
  readonly ip?: string
  readonly headers?: Record<string, string>
}

/** The calls of accounts over HTTP, one database a file, emptied before each test but for `alice`; time stands still. */
export function useAccountDoor() {
  let shared: TestContext
  let testContext: TestContext
  let app: FastifyInstance
  let logged: string

  async function open(env: Environment = {}): Promise<void> {
    logged = ''
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged += chunk
        done()
      },
    })
    await shared.ctx.db.pool.query('truncate person, sign_in_throttle, instance_metadata cascade')
    const config = readConfig(env, shared.ctx.config.dataDir)
    const ctx = createContext({ ...shared.ctx, config, log: pino({ level: 'trace' }, sink) })
    testContext = { ...shared, ctx }
    app = createHttp(ctx.log, config.trustedProxies, [])
    app.register(async (calls) =>
      mount(calls, accountRoutes(ctx, { sites: async () => ({ addresses: new Map(), region: null }) }), {
        authenticate: (request, route) => sessions.authenticate(ctx, request, route),
        refuseForgery: (request, route) => refuseForgery(config, request, route),
      }),
    )
    await accounts.addPerson(ctx, { userName: 'alice', password: PASSWORD, realName: '林晓' })
  }

  beforeAll(async () => {
    shared = await openTestContext()
    // Delays are compared to the second, however slow the machine is.
    shared.freeze()
  })
  afterAll(() => shared.close())
  beforeEach(() => open())
  afterEach(() => app.close())

  const inject = (options: InjectOptions): Promise<LightMyRequestResponse> => app.inject(options)

  const ask = (method: 'GET' | 'POST', url: string, body: object | undefined, { token, ip, headers }: Ask) =>
    inject({
      method,
      url,
      remoteAddress: ip ?? '192.0.2.7',
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    })
  const get = (url: string, options: Ask = {}) => ask('GET', url, undefined, options)
  const post = (url: string, body: object, options: Ask = {}) => ask('POST', url, body, options)
  const tryLogin = (userName: string, password: string, options: Ask = {}) =>
    post(pathOf(contract.login), { userName, password }, options)

  return {
    testContext: () => testContext,
    logged: () => logged,
    /** Opens again with another environment. */
    async reopen(env: Environment): Promise<void> {
      await app.close()
      await open(env)
    },
    inject,
    get,
    post,
    tryLogin,
    async login(userName = 'alice', password = PASSWORD, options: Ask = {}): Promise<string> {
      const answer = await tryLogin(userName, password, options)
      expect(answer.json()).toMatchObject({ errcode: 0 })
      return answer.json().data.token
    },
    me: (token?: string, headers: Record<string, string> = {}) =>
      get(pathOf(contract.currentUser), { token, headers }),
  }
}

export function expectRefusal(answer: LightMyRequestResponse, name: ErrorName): void {
  expect(answer.json()).toMatchObject({ errcode: codeOf(name) })
}
