import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'ldapts'

/** Debian's OpenLDAP server with the attributes of Active Directory besides, on ports of its own. */

const run = promisify(execFile)

export const BASE = 'dc=corp,dc=example'
export const ADMIN_DN = `cn=admin,${BASE}`
export const ADMIN_PASSWORD = 'Secret-of-slapd'

const SLAPD = ['/usr/sbin/slapd', '/usr/local/sbin/slapd'].find((path) => existsSync(path)) ?? 'slapd'

/** Attributes that Active Directory has and OpenLDAP has not. */
const SCHEMA = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.120 NAME 'uSNChanged' EQUALITY integerMatch ORDERING integerOrderingMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.782 NAME 'objectCategory' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.141 NAME 'department' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL MAY ( sAMAccountName $ userAccountControl $ objectGUID $ uSNChanged $ objectCategory $ department ) )
objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL MUST cn MAY ( member $ sAMAccountName $ objectGUID $ description ) )
`

export interface Entry {
  readonly dn: string
  readonly [attribute: string]: string | Buffer | readonly string[]
}

export class Slapd {
  readonly port: number
  readonly securePort: number
  /** Of the authority that signed its certificate (PEM). */
  readonly ca: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(ports: readonly [number, number], ca: string, child: ChildProcess, folder: string) {
    ;[this.port, this.securePort] = ports
    this.ca = ca
    this.#child = child
    this.#folder = folder
  }

  /** With these entries, or those of `company`. */
  static async start(entries: readonly Entry[]): Promise<Slapd> {
    const folder = await mkdtemp(join(tmpdir(), 'slapd-'))
    await mkdir(join(folder, 'db'))
    await writeFile(join(folder, 'ad.schema'), SCHEMA)
    await makeCertificates(folder)
    const conf = join(folder, 'slapd.conf')
    await writeFile(conf, configuration(folder))
    await writeFile(join(folder, 'data.ldif'), ldifOf([COMPANY, ...entries]))
    await run(SLAPD, ['-T', 'add', '-q', '-f', conf, '-l', join(folder, 'data.ldif')])
    const ports = [await freePort(), await freePort()] as const
    const urls = `ldap://127.0.0.1:${ports[0]} ldaps://127.0.0.1:${ports[1]}`
    const child = spawn(SLAPD, ['-d', '0', '-f', conf, '-h', urls], { stdio: 'ignore' })
    while (!(await answers(ports[0]))) {
      if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}`)
      await pause(30)
    }
    return new Slapd(ports, await readFile(join(folder, 'ca.pem'), 'utf8'), child, folder)
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`
  }

  get secureUrl(): string {
    return `ldaps://127.0.0.1:${this.securePort}`
  }

  /** As the administrator of the directory. */
  async change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: this.url })
    try {
      await client.bind(ADMIN_DN, ADMIN_PASSWORD)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }

  add(...entries: readonly Entry[]): Promise<void> {
    return this.change(async (client) => {
      for (const { dn, ...attributes } of entries)
        await client.add(dn, attributes as unknown as Record<string, string | string[]>)
    })
  }

  remove(...dns: readonly string[]): Promise<void> {
    return this.change(async (client) => {
      for (const dn of dns) await client.del(dn)
    })
  }

  /** Replaces values of an entry. */
  set(dn: string, values: Readonly<Record<string, string | readonly string[]>>): Promise<void> {
    return this.change(async (client) => {
      const { Attribute, Change } = await import('ldapts')
      const changes = Object.entries(values).map(
        ([type, value]) =>
          new Change({
            operation: 'replace',
            modification: new Attribute({ type, values: typeof value === 'string' ? [value] : [...value] }),
          }),
      )
      await client.modify(dn, changes)
    })
  }

  /** Renames or moves an entry, with all below it. */
  move(dn: string, to: string): Promise<void> {
    return this.change((client) => client.modifyDN(dn, to))
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const COMPANY: Entry = { dn: BASE, objectClass: ['top', 'dcObject', 'organization'], o: 'corp', dc: 'corp' }

const configuration = (folder: string): string =>
  [
    ...['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    `include ${folder}/ad.schema`,
    `pidfile ${folder}/pid`,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `TLSCACertificateFile ${folder}/ca.pem`,
    `TLSCertificateFile ${folder}/server.pem`,
    `TLSCertificateKeyFile ${folder}/server.key`,
    // As directories of companies have it: more only in pages.
    'sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited',
    'database mdb',
    'maxsize 1073741824',
    `suffix "${BASE}"`,
    `rootdn "${ADMIN_DN}"`,
    `rootpw ${ADMIN_PASSWORD}`,
    `directory ${folder}/db`,
    'dbnosync',
    'index objectClass,sAMAccountName,uid,mail,entryUUID eq',
    'index modifyTimestamp eq',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by users read by anonymous auth',
    '',
  ].join('\n')

/** An authority, and a certificate of it for 127.0.0.1 and localhost. */
export async function makeCertificates(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args)
  await openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '30',
    '-subj',
    '/CN=Test authority',
  )
  await openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
    '-subj',
    '/CN=localhost',
  )
  await writeFile(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  await openssl(
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('server.pem'),
    '-days',
    '30',
    '-extfile',
    at('names'),
  )
}

export const ldifOf = (entries: readonly Entry[]): string =>
  entries
    .map(({ dn, ...attributes }) => {
      const lines = Object.entries({ dn, ...attributes }).flatMap(([name, value]) =>
        (Array.isArray(value) ? (value as readonly string[]) : [value as string | Buffer]).map((one) =>
          typeof one === 'string' && /^[!-9;-~][ -~]*$/.test(one) && !one.endsWith(' ')
            ? `${name}: ${one}`
            : `${name}:: ${Buffer.from(one).toString('base64')}`,
        ),
      )
      return `${lines.join('\n')}\n`
    })
    .join('\n')

export interface Company {
  readonly divisions: number
  readonly departmentsEach: number
  readonly people: number
}

export const unit = (name: string, above = BASE): Entry => ({
  dn: `ou=${name},${above}`,
  objectClass: 'organizationalUnit',
  ou: name,
})

export function person(
  account: string,
  above: string,
  more: Readonly<Record<string, string | Buffer | readonly string[]>> = {},
): Entry {
  return {
    dn: `cn=${account},${above}`,
    objectClass: 'user',
    cn: account,
    sn: '张',
    uid: account,
    displayName: `张三 ${account}`,
    mail: `${account}@corp.example`,
    telephoneNumber: '+86 21 5555 0100',
    userPassword: `Pw-${account}`,
    ...more,
  }
}

export const group = (name: string, members: readonly string[]): Entry => ({
  dn: `cn=${name},ou=groups,${BASE}`,
  objectClass: 'group',
  cn: name,
  member: members,
})

/** Divisions with departments below them, and people spread over these: `user0`, `user1` … */
export function company({ divisions, departmentsEach, people }: Company): Entry[] {
  const entries: Entry[] = []
  const departments: string[] = []
  for (let i = 0; i < divisions; i++) {
    const division = unit(`div${i}`)
    entries.push(division)
    for (let j = 0; j < departmentsEach; j++) {
      const department = unit(`dept${i}_${j}`, division.dn)
      entries.push(department)
      departments.push(department.dn)
    }
  }
  for (let i = 0; i < people; i++)
    entries.push(person(`user${i}`, departments[i % departments.length] ?? BASE))
  return entries
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A line to a server that can be cut, or fall silent, after some bytes of its answers. */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  port = 0
  #bytes = 0
  /** Bytes of answers after which the line is cut, or is silent. */
  cutAfter = Number.POSITIVE_INFINITY
  silentAfter = Number.POSITIVE_INFINITY

  private constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect(target, '127.0.0.1')
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          this.#sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.on('data', (bytes) => far.write(bytes))
      far.on('data', (bytes) => {
        this.#bytes += bytes.length
        if (this.#bytes > this.cutAfter) near.destroy()
        else if (this.#bytes <= this.silentAfter) near.write(bytes)
      })
    })
  }

  static async to(target: number): Promise<Line> {
    const line = new Line(target)
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    const address = line.#server.address()
    line.port = typeof address === 'object' && address ? address.port : 0
    return line
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
