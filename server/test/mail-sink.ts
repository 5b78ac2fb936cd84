import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything, and answers as a test wants it. */
export interface MailSink {
  readonly url: string
  readonly mails: Mail[]
  /** Instead of taking the next mails: an SMTP answer's code, or `hangUp` once the content has come. */
  refuse: number | 'hangUp' | undefined
  /** How often somebody began a mail. */
  tries: number
  /** Answers nobody any more, until it is woken at the same port. */
  sleep(): Promise<number>
  wake(port: number): Promise<void>
  close(): Promise<void>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly messageId: string
  readonly raw: string
  /** Its parts as they read. */
  readonly text: string
}

type Server = SMTPServer & { connections: Set<{ _socket: { destroy(): void } }> }

export async function openMailSink(): Promise<MailSink> {
  const make = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        sink.tries++
        if (typeof sink.refuse === 'number')
          done(Object.assign(new Error('refused'), { responseCode: sink.refuse }))
        else done()
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          sink.mails.push(mailOf(session.envelope.rcptTo[0]?.address ?? '', Buffer.concat(chunks).toString()))
          if (sink.refuse === 'hangUp')
            for (const connection of server.connections) connection._socket.destroy()
          else done()
        })
      },
    }) as Server
  let server = make()
  const listen = (port: number) => {
    server.on('error', () => undefined)
    return new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  }
  const close = () => new Promise<void>((closed) => server.close(closed))
  const mails: Mail[] = []
  await listen(0)
  const { port } = server.server.address() as AddressInfo
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: undefined,
    tries: 0,
    sleep: async () => {
      await close()
      return port
    },
    wake: async (at) => {
      server = make()
      await listen(at)
    },
    close,
  }
  return sink
}

function mailOf(to: string, raw: string): Mail {
  const [head = ''] = raw.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n\\s.*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n\s+/g, ' ') ?? ''
  return {
    to,
    raw,
    subject: words(header('subject')),
    messageId: header('message-id'),
    text: raw
      .split(/\r\n--.*\r\n/)
      .slice(1)
      .map(partText)
      .join('\n'),
  }
}

function partText(part: string): string {
  const at = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, at), part.slice(at + 4)]
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /transfer-encoding: quoted-printable/i.test(head) ? unquoted(body.replace(/=\r\n/g, '')) : body
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, body: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(body, 'base64').toString()
        : unquoted(body.replaceAll('_', ' ')),
    )
