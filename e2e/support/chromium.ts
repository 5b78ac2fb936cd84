/** The system's own Chromium, and how it is started. */

export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** They keep it from reaching for hosts that a closed network does not have. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
