import type { HelperPorts } from '@clouddisk/contract/local-helper'
import { host } from '../../../lib/host.ts'
import { isWindows, localHelperQuery } from '../../../lib/local-helper.ts'
import { preferences } from '../../../lib/preferences.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { readSessionStored, writeSessionStored } from '../../../lib/storage.ts'

/** Whether large transfers are offered to the desktop client: on Windows, and elsewhere where the person wants it (R190). */
export interface ClientOffer {
  readonly ports: HelperPorts
  /** Where the client can be downloaded; null if the server has none. */
  readonly url: string | null
}

/** Undefined where the client is not offered. */
export async function clientOffer(): Promise<ClientOffer | undefined> {
  if (host() || !(isWindows() || preferences().localHelper)) return undefined
  const info = await queryClient.ensureQueryData(localHelperQuery).catch(() => undefined)
  if (!info?.offered) return undefined
  const { httpPort, websocketPort, url } = info
  return { ports: { httpPort, websocketPort }, url }
}

/** The tip about large selections is shown once per session, whichever way they go (R125, C8). */
const TIP_SHOWN = 'clouddisk.uploadTip'

export const isTipShown = (): boolean => readSessionStored(TIP_SHOWN) !== undefined
export const noteTipShown = (): void => writeSessionStored(TIP_SHOWN, '1')
