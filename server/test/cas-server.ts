import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A CAS server that says what a test wants; the real one is LemonLDAP::NG (`lemonldap.ts`). */
export class TestCas {
  readonly url: string
  /** Attributes of people, by their names. */
  readonly people = new Map<string, Readonly<Record<string, readonly string[]>>>()
  /** What the next validations answer instead: a body, with a status where it is not 200. */
  answers: { body: string; status?: number } | undefined
  /** Services and tickets that were asked about. */
  readonly asked: { service: string; ticket: string }[] = []
  readonly #tickets = new Map<string, { user: string; service: string }>()
  readonly #server: ReturnType<typeof createServer>

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`
  }

  static async start(): Promise<TestCas> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const cas = new TestCas(server)
    server.on('request', (request, response) => cas.#answer(request, response))
    return cas
  }

  /** What the browser goes on to once somebody has signed in, from the address that it was led to. */
  signIn(address: string, user: string): string {
    const service = new URL(address).searchParams.get('service') ?? ''
    const back = new URL(service)
    back.searchParams.set('ticket', this.ticket(service, user))
    return back.href
  }

  ticket(service: string, user: string): string {
    const ticket = `ST-${randomBytes(16).toString('hex')}`
    this.#tickets.set(ticket, { user, service })
    return ticket
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.url)
    if (url.pathname !== '/cas/p3/serviceValidate') {
      response.writeHead(404).end()
      return
    }
    const [service, ticket] = ['service', 'ticket'].map((name) => url.searchParams.get(name) ?? '')
    this.asked.push({ service: service ?? '', ticket: ticket ?? '' })
    const { body, status = 200 } = this.answers ?? { body: this.#validate(service ?? '', ticket ?? '') }
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  }

  /** A ticket is good once, and for its service. */
  #validate(service: string, ticket: string): string {
    const known = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    if (!known) return failed('INVALID_TICKET')
    if (known.service !== service) return failed('INVALID_SERVICE')
    const attributes = Object.entries(this.people.get(known.user) ?? {}).flatMap(([name, values]) =>
      values.map((value) => `<cas:${name}>${value}</cas:${name}>`),
    )
    return succeeded(known.user, attributes.join(''))
  }
}

const NAMESPACE = 'http://www.yale.edu/tp/cas'

const answer = (content: string): string =>
  `<cas:serviceResponse xmlns:cas="${NAMESPACE}">${content}</cas:serviceResponse>`

const failed = (code: string): string =>
  answer(`<cas:authenticationFailure code="${code}">No</cas:authenticationFailure>`)

export const succeeded = (user: string, attributes = '', more = ''): string =>
  answer(
    `<cas:authenticationSuccess><cas:user>${user}</cas:user>` +
      `<cas:attributes>${attributes}</cas:attributes>${more}</cas:authenticationSuccess>`,
  )

export const casLogout = (ticket: string): URLSearchParams =>
  new URLSearchParams({
    logoutRequest:
      '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"' +
      ` IssueInstant="${new Date().toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
      `@NOT_USED@</saml:NameID><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`,
  })
