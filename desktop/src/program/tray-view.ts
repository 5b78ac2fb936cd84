import type { Language } from '@clouddisk/contract/errors'
import type { Activity } from '../app.ts'
import type { TrayState, TrayView } from '../system/tray.ts'
import { say } from './strings.ts'

/** What the panel shows of what the client is doing. */

export function trayView(activity: Activity, language: Language): TrayView {
  const { running, waiting, paused, failed } = activity
  const state = stateOf(activity)
  const canResume = running + waiting === 0 && paused + failed > 0
  const text = say(activity.isSyncing && running + waiting === 0 ? 'traySyncing' : TEXTS[state], language, {
    count: running + waiting,
    paused,
    failed,
  })
  return {
    state,
    text,
    items: [
      { command: 'open', label: say('trayOpen', language), isEnabled: true },
      canResume
        ? { command: 'resume', label: say('trayResume', language), isEnabled: true }
        : { command: 'pause', label: say('trayPause', language), isEnabled: running + waiting > 0 },
      { command: 'downloads', label: say('trayDownloads', language), isEnabled: true },
      { command: 'quit', label: say('trayQuit', language), isEnabled: true },
    ],
  }
}

const TEXTS = {
  idle: 'trayIdle',
  transferring: 'trayTransferring',
  paused: 'trayPaused',
  error: 'trayError',
  signedOut: 'traySignedOut',
} as const

function stateOf({ isSignedIn, running, waiting, paused, failed, isSyncing }: Activity): TrayState {
  if (!isSignedIn) return 'signedOut'
  if (running + waiting > 0 || isSyncing) return 'transferring'
  if (failed > 0) return 'error'
  return paused > 0 ? 'paused' : 'idle'
}
