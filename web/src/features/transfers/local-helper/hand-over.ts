import {
  createHelperToken,
  HELPER_RESULTS,
  type HelperPurpose,
  type HelperReply,
} from '@clouddisk/contract/local-helper'
import { call, errorMessage } from '../../../lib/api.ts'
import { language } from '../../../lib/i18n.ts'
import { ask } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { clientLink } from './client-link.tsx'
import { HelperConnection, HelperGone } from './connection.ts'
import { findHelper } from './find-helper.ts'
import type { ClientOffer } from './offer.ts'
import { type HandOverProgress, handOverProgress } from './progress.ts'
import { t } from './strings.ts'

/** Hands a transfer to the desktop client, or asks how to go on (R120). */

/** `browser`: the browser is to do it instead. */
export type HandOver = 'done' | 'browser' | 'cancelled'

/** The client refuses; the message is for the person. */
export class HelperRefused extends Error {
  readonly isCancelled: boolean
  constructor({ resultCode, errmsg = '' }: HelperReply) {
    super(errmsg)
    this.isCancelled = resultCode === HELPER_RESULTS.cancelled
  }
}

export const place = () => ({ ip: location.hostname, port: location.port })

export const tokenFor = async (purpose: HelperPurpose): Promise<string> =>
  (await call(createHelperToken, { purpose })).token

/** @throws HelperRefused */
export function accepted(reply: HelperReply): HelperReply {
  if (reply.resultCode !== HELPER_RESULTS.ok) throw new HelperRefused(reply)
  return reply
}

/**
 * Connects and runs `work`; shows what the page waits for.
 * @param step that is shown once the client answers.
 * @param work closes the connection once it needs it no more.
 */
export async function handOver(
  offer: ClientOffer,
  purpose: HelperPurpose,
  step: HandOverProgress['step'],
  work: (connection: HelperConnection) => Promise<void>,
): Promise<HandOver> {
  for (;;) {
    const result = await handOverOnce(offer, purpose, step, work)
    if (result !== 'again') return result
  }
}

async function handOverOnce(
  { ports, url }: ClientOffer,
  purpose: HelperPurpose,
  step: HandOverProgress['step'],
  work: (connection: HelperConnection) => Promise<void>,
): Promise<HandOver | 'again'> {
  const stopper = new AbortController()
  const show = (now: HandOverProgress['step']) =>
    handOverProgress.set({ step: now, cancel: () => stopper.abort() })
  let connection: HelperConnection | undefined
  try {
    show('connecting')
    if (!(await findHelper(ports, stopper.signal))) throw new HelperGone('no client was found')
    connection = await HelperConnection.open(ports, stopper.signal)
    const opened = connection
    stopper.signal.addEventListener('abort', () => opened.close())
    accepted(await opened.ask({ operation: 'login', ...place(), language }))
    show(step)
    await work(opened)
    return 'done'
  } catch (error) {
    connection?.close()
    if (stopper.signal.aborted) return 'cancelled'
    handOverProgress.set(undefined)
    return await askAfter(error, purpose, url)
  } finally {
    handOverProgress.set(undefined)
  }
}

async function askAfter(
  error: unknown,
  purpose: HelperPurpose,
  url: string | null,
): Promise<HandOver | 'again'> {
  if (error instanceof HelperRefused && error.isCancelled) {
    toast.info(error.message)
    return 'cancelled'
  }
  const isMissing = error instanceof HelperGone
  const remedy = url === null ? [t('notFoundText'), t('notFoundAsk')] : [t('notFoundText')]
  const reason = error instanceof HelperRefused ? error.message : errorMessage(error)
  const answer = await ask({
    type: 'info',
    title: t(isMissing ? 'notFoundTitle' : 'refusedTitle'),
    text: isMissing ? remedy.join(language === 'zh-CN' ? '' : ' ') : reason,
    details: isMissing ? clientLink(url) : undefined,
    confirmText: t(purpose === 'upload' ? 'continueUpload' : 'continueDownload'),
    otherText: isMissing ? t('tryAgain') : undefined,
  })
  if (answer === 'other') return 'again'
  return answer === 'confirm' ? 'browser' : 'cancelled'
}
