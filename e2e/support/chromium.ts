/** The system's own Chromium, and how it is started. */

/** Names of files are UTF-8, whatever language the machine is set to; Chromium and unzip go by this. */
process.env.LC_ALL = 'C.UTF-8'

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
