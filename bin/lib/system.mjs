import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './paths.mjs'
import { Failure, run } from './processes.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** What the browser tests need of the machine; installed with apt-get where that is ours to do. Answers Chromium's path. */
export async function ensureBrowser() {
  const missing = missingPackages()
  if (missing.length > 0 && process.getuid?.() === 0 && found('apt-get'))
    await aptInstall(missing).catch((error) => {
      // With a browser the tests can run; what is lacking beside it is told below.
      if (!findBrowser()) throw error
    })
  const browser = findBrowser()
  if (!browser)
    throw new Failure(
      'No Chromium was found for the browser tests. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  const lacking = missingPackages()
  if (lacking.length > 0) say(`Some tests need these system packages too: ${lacking.join(', ')}.`)
  return browser
}

function findBrowser() {
  const set = process.env.CHROMIUM_PATH
  if (set) {
    if (isExecutable(set)) return set
    throw new Failure(`CHROMIUM_PATH is ${set}, and there is no program there.`)
  }
  return BROWSERS.map(found).find(Boolean)
}

const missingPackages = () => [
  ...(findBrowser() ? [] : ['chromium']),
  ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ...['unzip', 'python3'].filter((program) => !found(program)),
]

/** Without fontconfig nothing can be told; Chromium then brings it. */
const hasChineseFont = () =>
  found('fc-list') !== undefined && spawnSync('fc-list', [':lang=zh', 'family']).stdout.length > 0

async function aptInstall(names) {
  say(`Installing ${names.join(', ')} from the system's packages …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const { code, output } = await run('apt-get', ['-q', ...args], { env, capture: true })
    if (code !== 0) throw new Failure(`${output.trim()}\napt-get ${args[0]} ended with ${code}.`)
  }
}

const found = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable)

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
