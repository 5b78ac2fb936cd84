/** The system's own Chromium, and how it is started. */

/** Names of files are UTF-8, whatever language the machine is set to; Chromium and unzip go by this. */
process.env.LC_ALL = 'C.UTF-8'

export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** The same engine without what a window has, such as the viewer of PDFs; the whole browser where there is none. */
const SHELL = process.env.CHROMIUM_SHELL_PATH ?? CHROMIUM

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

/** How pages are tried out; and the few that show what only the whole browser has: `test.use(IN_THE_WHOLE_BROWSER)`. */
export const IN_THE_SHELL = { launchOptions: { executablePath: SHELL, args: CHROMIUM_FLAGS } }
export const IN_THE_WHOLE_BROWSER = { launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_FLAGS } }
