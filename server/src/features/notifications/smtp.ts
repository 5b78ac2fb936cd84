import { Transform } from 'node:stream'
import { SECOND } from '@clouddisk/contract/time'
import type { MailConfig } from '../../config/config.ts'

/** Sending mail by SMTP. */

export interface MailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The page where the reader sets what is mailed. */
  readonly settingsUrl: string
}

/** `again`: the server certainly did not accept it, and a retry may succeed. */
export type SendOutcome =
  | { readonly fault?: undefined }
  | { readonly fault: unknown; readonly again: boolean }

export interface MailTransport {
  /** `id` becomes the Message-ID, so that a duplicate can be recognized. */
  send(letter: MailMessage & { readonly to: string; readonly id: string }): Promise<SendOutcome>
}

const TIMEOUTS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }

export function openMailTransport({ smtpUrl, from }: MailConfig): MailTransport {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(TIMEOUTS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  const host = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ to, id, subject, text, html, settingsUrl }) => {
      // Loaded by the first mail: it makes starts slower, and most servers send none.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(url.href)
      let begun = false
      transport.use('stream', (mail, done) => {
        mail.message.transform(
          () =>
            new Transform({
              transform: (chunk, _encoding, next) => {
                begun = true
                next(null, chunk)
              },
            }),
        )
        done()
      })
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          list: { unsubscribe: settingsUrl },
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return {}
      } catch (fault) {
        return { fault, again: isRetryableMailError(fault, begun) }
      } finally {
        transport.close()
      }
    },
  }
}

/** Permanent errors are not retried, nor is a connection lost during the content, as the mail may have arrived. */
function isRetryableMailError(fault: unknown, begun: boolean): boolean {
  const { responseCode } = fault as { responseCode?: number }
  return responseCode === undefined ? !begun : responseCode < 500
}
