import {
  CLIENT_LINK,
  HELPER_CHECK_PATHS,
  HELPER_HOST,
  HELPER_WAKE_UPS,
  type HelperPorts,
} from '@clouddisk/contract/local-helper'
import { pause } from './pause.ts'

/** Looks for the desktop client on this computer, and starts it if it does not answer (R120, R208). */

/** The browser may ask the person first whether the page may reach the computer. */
const FIRST_CHECK_MS = 10_000
/** The frame that starts the client is removed after this time, ms. */
const FRAME_MS = 30_000

/** @throws the signal's reason. */
export async function findHelper(ports: HelperPorts, signal: AbortSignal): Promise<boolean> {
  if (await isOnline(ports, FIRST_CHECK_MS, signal)) return true
  for (let tried = 0; tried < HELPER_WAKE_UPS.count; tried++) {
    wakeUp()
    await pause(HELPER_WAKE_UPS.ms, signal)
    if (await isOnline(ports, HELPER_WAKE_UPS.ms, signal)) return true
  }
  return false
}

/** At the address of today's clients, then at that of older ones. */
async function isOnline({ httpPort }: HelperPorts, ms: number, signal: AbortSignal): Promise<boolean> {
  for (const path of HELPER_CHECK_PATHS) {
    signal.throwIfAborted()
    const answer = await fetch(`http://${HELPER_HOST}:${httpPort}${path}`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
    })
      .then((response) => response.json())
      .catch(() => undefined)
    if (answer?.code === 0) return true
  }
  signal.throwIfAborted()
  return false
}

/** In a frame: the page's own address would leave it where no client is installed, and ask about unsaved work. */
function wakeUp(): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = CLIENT_LINK
  document.body.append(frame)
  setTimeout(() => frame.remove(), FRAME_MS)
}
