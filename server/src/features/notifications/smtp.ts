import { Transform } from 'node:stream'
import { SECOND } from '@clouddisk/contract/time'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../config/config.ts'

/** The way out for mail. */

export interface MailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where the reader says what is to be mailed. */
  readonly settingsUrl: string
}

/** `again`: it certainly was not taken, and may be another time. */
export type SendOutcome =
  | { readonly fault?: undefined }
  | { readonly fault: unknown; readonly again: boolean }

export interface MailTransport {
  /** `id` makes the message's own, so that one that comes twice all the same is known as one. */
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

/** A refusal for good stays one; where the line broke while the content went over, it may have arrived. */
function isRetryableMailError(fault: unknown, begun: boolean): boolean {
  const { responseCode } = fault as { responseCode?: number }
  return responseCode === undefined ? !begun : responseCode < 500
}
