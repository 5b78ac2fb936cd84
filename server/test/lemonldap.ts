import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKeyPair } from '../src/features/identity/saml/certificate.ts'
import { freePort } from './stores/reach.ts'

/**
 * Debian's LemonLDAP::NG as an identity provider for SAML, OpenID Connect and CAS, on a port of its own. Its people are
 * those of its demonstration (`PEOPLE`), whose passwords are their accounts.
 */

const STATIC = '/usr/share/lemonldap-ng/portal/htdocs/static'

export const hasLemonLdap = existsSync(STATIC) && existsSync('/usr/bin/starman')

export const PEOPLE = {
  dwho: { cn: 'Doctor Who', mail: 'dwho@badwolf.org', groups: ['timelords', 'users'] },
  rtyler: { cn: 'Rose Tyler', mail: 'rtyler@badwolf.org', groups: ['earthlings', 'users'] },
  msmith: { cn: 'Mickey Smith', mail: 'msmith@badwolf.org', groups: ['earthlings', 'users'] },
} as const

/** What it is told about us. */
export interface Clients {
  /** The service provider's metadata, and options as LemonLDAP::NG names them, without `samlSPMetaDataOptions`. */
  readonly saml?: { readonly metadata: string; readonly options?: Readonly<Record<string, string | number>> }
  readonly oidc?: {
    readonly clientId: string
    readonly clientSecret: string
    readonly redirectUris: readonly string[]
    readonly postLogoutRedirectUris?: readonly string[]
    readonly backChannelLogoutUri?: string
  }
  /** The beginning of the addresses that get tickets. */
  readonly cas?: { readonly service: string }
}

const CLIENT = 'clouddisk'

export class LemonLdap {
  /** `http://localhost:port`: for a browser another site than 127.0.0.1, where the product is. */
  readonly url: string
  readonly #port: number
  readonly #folder: string
  readonly #keys: Readonly<Record<string, string>>
  #version = 0
  #child: ChildProcess | undefined

  private constructor(port: number, folder: string, keys: Readonly<Record<string, string>>) {
    this.url = `http://localhost:${port}`
    this.#port = port
    this.#folder = folder
    this.#keys = keys
  }

  static async start(clients: Clients = {}): Promise<LemonLdap> {
    const folder = await mkdtemp(join(tmpdir(), 'lemonldap-'))
    const { privateKey, certificate } = await newKeyPair('lemonldap', new Date())
    const started = new LemonLdap(await freePort(), folder, {
      samlServicePrivateKeySig: privateKey,
      samlServicePublicKeySig: certificate,
      samlServicePrivateKeyEnc: privateKey,
      samlServicePublicKeyEnc: certificate,
      oidcServicePrivateKeySig: privateKey,
      oidcServicePublicKeySig: certificate,
      oidcServiceKeyIdSig: 'first',
    })
    for (const name of ['conf', 'cache', 'sessions/lock', 'psessions/lock'])
      await mkdir(join(folder, name), { recursive: true })
    await started.configure(clients)
    return started
  }

  get samlMetadataUrl(): string {
    return `${this.url}/saml/metadata`
  }

  get casUrl(): string {
    return `${this.url}/cas`
  }

  /** Starts again with these clients; the sessions of people stay. */
  async configure(clients: Clients): Promise<void> {
    await this.#end()
    this.#version += 1
    const configuration = JSON.stringify(this.#configuration(clients))
    await writeFile(join(this.#folder, 'conf', `lmConf-${this.#version}.json`), configuration)
    await writeFile(join(this.#folder, 'lemonldap-ng.ini'), this.#ini())
    await writeFile(join(this.#folder, 'portal.psgi'), PORTAL)
    const env = { ...process.env, LLNG_DEFAULTCONFFILE: join(this.#folder, 'lemonldap-ng.ini') }
    const address = ['--listen', `127.0.0.1:${this.#port}`]
    const child = spawn(
      '/usr/bin/starman',
      // Browsers open connections in advance, which each occupy a worker until they are used.
      [...address, '--workers', '6', '--read-timeout', '1', '--error-log', this.#log, this.#psgi],
      { env, stdio: 'ignore' },
    )
    this.#child = child
    while (!(await this.#answers())) {
      if (child.exitCode !== null)
        throw new Error(`LemonLDAP::NG ended: ${await readFile(this.#log, 'utf8')}`)
      await pause(100)
    }
  }

  async stop(): Promise<void> {
    await this.#end()
    await rm(this.#folder, { recursive: true, force: true })
  }

  get #psgi() {
    return join(this.#folder, 'portal.psgi')
  }

  get #log() {
    return join(this.#folder, 'log')
  }

  async #end(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  async #answers(): Promise<boolean> {
    try {
      const { ok } = await fetch(this.samlMetadataUrl)
      return ok
    } catch {
      return false
    }
  }

  #ini(): string {
    return [
      '[all]',
      'logLevel = warn',
      '[configuration]',
      'type = File',
      `dirName = ${this.#folder}/conf`,
      'localStorage = Cache::FileCache',
      `localStorageOptions = { 'namespace' => 'conf', 'cache_root' => '${this.#folder}/cache', 'cache_depth' => 1 }`,
      '[portal]',
      'staticPrefix = /static',
      'templateDir = /usr/share/lemonldap-ng/portal/templates',
      'languages = en',
      '',
    ].join('\n')
  }

  #configuration({ saml, oidc, cas }: Clients) {
    const sessions = (name: string) => ({
      Directory: `${this.#folder}/${name}`,
      LockDirectory: `${this.#folder}/${name}/lock`,
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    })
    const exported = { uid: 'uid', mail: 'mail', cn: 'cn', groups: 'groups' }
    const prefixed = (prefix: string, options: Readonly<Record<string, string | number>>) =>
      Object.fromEntries(Object.entries(options).map(([name, value]) => [`${prefix}${name}`, value]))
    return {
      cfgNum: this.#version,
      cfgVersion: '2.16.1',
      cfgAuthor: 'test',
      cfgDate: Math.floor(Date.now() / 1000),
      key: 'only for tests',
      portal: `${this.url}/`,
      domain: 'localhost',
      cookieName: 'lemonldap',
      securedCookie: 0,
      // Browsers take no cookie for all sites without TLS.
      sameSite: 'Lax',
      authentication: 'Demo',
      userDB: 'Same',
      passwordDB: 'Demo',
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      exportedVars: {},
      macros: {},
      groups: {},
      whatToTrace: 'uid',
      captcha: 'NoCaptcha',
      // Its own form has no token then, so that a test can send it without reading it.
      requireToken: 0,
      locationRules: { localhost: { default: 'accept' } },
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: sessions('sessions'),
      persistentStorage: 'Apache::Session::File',
      persistentStorageOptions: sessions('psessions'),
      localSessionStorage: 'Cache::FileCache',
      localSessionStorageOptions: {
        namespace: 'sessions',
        cache_root: `${this.#folder}/cache`,
        cache_depth: 1,
        default_expires_in: 600,
      },
      ...this.#keys,
      issuerDBSAMLActivation: 1,
      ...(saml && {
        samlSPMetaDataXML: { [CLIENT]: { samlSPMetaDataXML: saml.metadata } },
        samlSPMetaDataOptions: {
          [CLIENT]: prefixed('samlSPMetaDataOptions', {
            CheckSSOMessageSignature: 1,
            CheckSLOMessageSignature: 1,
            SignSSOMessage: 1,
            SignSLOMessage: 1,
            NameIDFormat: 'unspecified',
            NameIDSessionKey: 'uid',
            EncryptionMode: 'none',
            NotOnOrAfterTimeout: 300,
            SessionNotOnOrAfterTimeout: 72_000,
            ...saml.options,
          }),
        },
        samlSPMetaDataExportedAttributes: {
          [CLIENT]: Object.fromEntries(
            Object.entries(exported).map(([name, sent]) => [
              name,
              `0;${sent};urn:oasis:names:tc:SAML:2.0:attrname-format:basic;`,
            ]),
          ),
        },
      }),
      issuerDBOpenIDConnectActivation: 1,
      oidcServiceMetaDataIssuer: this.url,
      oidcServiceIgnoreScopeForClaims: 1,
      ...(oidc && {
        oidcRPMetaDataOptions: {
          [CLIENT]: prefixed('oidcRPMetaDataOptions', {
            ClientID: oidc.clientId,
            ClientSecret: oidc.clientSecret,
            RedirectUris: oidc.redirectUris.join(' '),
            PostLogoutRedirectUris: (oidc.postLogoutRedirectUris ?? []).join(' '),
            IDTokenSignAlg: 'RS256',
            BypassConsent: 1,
            RequirePKCE: 1,
            LogoutBypassConfirm: 1,
            ...(oidc.backChannelLogoutUri && {
              LogoutUrl: oidc.backChannelLogoutUri,
              LogoutType: 'back',
              LogoutSessionRequired: 1,
            }),
          }),
        },
        oidcRPMetaDataExportedVars: {
          [CLIENT]: { name: 'cn', email: 'mail', preferred_username: 'uid', groups: 'groups' },
        },
      }),
      issuerDBCASActivation: 1,
      casAccessControlPolicy: 'error',
      casStrictMatching: 1,
      casBackChannelSingleLogout: 1,
      ...(cas && {
        casAppMetaDataOptions: { [CLIENT]: prefixed('casAppMetaDataOptions', { Service: cas.service }) },
        casAppMetaDataExportedVars: { [CLIENT]: exported },
      }),
    }
  }
}

// It refuses to start without a module for captchas; its own needs ImageMagick.
const PORTAL = `package NoCaptcha;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
BEGIN { $INC{'NoCaptcha.pm'} = __FILE__ }

package main;
use Plack::Builder;
use Lemonldap::NG::Portal::Main;
my $portal = Lemonldap::NG::Portal::Main->run({});
builder {
  enable 'Static', path => sub { s{^/static/}{} }, root => '${STATIC}';
  enable 'Static', path => sub { s{^/javascript/}{} }, root => '/usr/share/javascript';
  $portal;
};
`
