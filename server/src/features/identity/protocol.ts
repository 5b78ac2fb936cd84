import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { Context } from '../../context.ts'

/** What a sign-in protocol (OpenID Connect, SAML, CAS) does for the rest of the feature. */

/** Whom the provider vouches for; everything in it has been verified. */
export interface VerifiedIdentity {
  /** Never reassigned by the provider. */
  readonly subject: string
  /** Every value as text; nested claims by their path with dots. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** When the person proved to the provider who they are, ms since the epoch; undefined where it does not say. */
  readonly authenticatedAt?: number | undefined
  /** Names the provider's session, for single log-out. */
  readonly sessionIndex?: string | undefined
  /** What `logoutUrl` needs later: an id_token, a SAML NameID. Kept sealed. */
  readonly logoutData?: Readonly<Record<string, unknown>> | undefined
}

/** Addresses of this installation for one provider. */
export interface ProviderAddresses {
  readonly callback: string
  readonly acs: string
  readonly metadata: string
  readonly providerLogout: string
  /** Where the provider leads after a sign-out. */
  readonly signedOut: string
}

export interface ProtocolCall<S> {
  readonly ctx: Context
  readonly providerId: string
  readonly settings: S
  readonly secrets: Readonly<Record<string, string>>
  readonly addresses: ProviderAddresses
}

/** What came from the browser or the provider. */
export interface ProtocolRequest {
  readonly method: string
  /** Under our public origin, with its query. */
  readonly url: URL
  /** Fields of the query and of a form, the form's first. */
  readonly fields: Readonly<Record<string, string>>
}

/** What is remembered while the browser is at the provider: sealed JSON. */
export type FlowData = Readonly<Record<string, unknown>>

/** Of the provider's session where `sessionIndex` is known, else all sessions of the subject. */
export interface EndedSessions {
  readonly subject?: string | undefined
  readonly sessionIndex?: string | undefined
}

export interface ProviderLogout {
  /** Which sessions end. */
  readonly ends: readonly EndedSessions[]
  /** Where the browser goes on, where one came; undefined: an empty answer. */
  readonly redirectUrl?: string | undefined
}

export interface Protocol<S = unknown> {
  readonly kind: ProviderKind
  /** Checks what the schema cannot (addresses, keys); refuses with the field. Answers what is stored. */
  check(ctx: Context, settings: S, secrets: Readonly<Record<string, string>>): S | Promise<S>
  /** The secrets with those that are made here, where nobody entered them. */
  newSecrets?(
    ctx: Context,
    secrets: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>
  /**
   * Where the browser goes. `state` comes back with the answer, as `stateOf` finds it.
   * @param again the provider has to ask who the person is, even if it knows them.
   */
  begin(
    call: ProtocolCall<S>,
    state: string,
    again: boolean,
  ): Promise<{ redirectUrl: string; flow: FlowData }>
  /** The state in an answer; undefined where there is none. */
  stateOf(request: ProtocolRequest): string | undefined
  /** Whether answers without state are taken at all (sign-ins that begin at the provider). */
  acceptsUnsolicited?(settings: S): boolean
  /**
   * Verifies an answer. Throws the refusals `provider_away`, `provider_refused`, `provider_clock` and, with the cause
   * logged, `provider_answer`. `flow` is undefined for unsolicited answers only.
   */
  finish(
    call: ProtocolCall<S>,
    flow: { readonly data: FlowData; readonly state: string; readonly createdAt: Date } | undefined,
    request: ProtocolRequest,
  ): Promise<VerifiedIdentity>
  metadata?(call: ProtocolCall<S>): Promise<string>
  /** Where a sign-out leads so that the provider's session ends too; undefined where it need not. */
  logoutUrl?(
    call: ProtocolCall<S>,
    session: {
      readonly subject: string
      readonly sessionIndex: string | null
      readonly logoutData: Readonly<Record<string, unknown>>
    },
    state: string,
  ): Promise<string | undefined>
  /** A log-out that began at the provider, on `providerLogout` (and of CAS, a POST to `callback`). */
  providerLogout?(call: ProtocolCall<S>, request: ProtocolRequest): Promise<ProviderLogout>
}
