import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './paths.mjs'
import { Failure, run } from './processes.mjs'

/** Programs that tests hand our files to, and the packages they come in. */
const PROGRAMS = { unzip: 'unzip', python3: 'python3', '7zz': '7zip' }
/** Stores of S3's protocol: Ceph's gateway and Swift's, and what they stand on; nginx before several servers on one. */
const STORES = {
  radosgw: 'radosgw',
  'ceph-mon': 'ceph-mon',
  'ceph-mgr': 'ceph-mgr',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  'swift-proxy-server': 'swift-proxy',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  memcached: 'memcached',
  nginx: 'nginx-light',
}
const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where servers lie; the PATH of who is not root often ends before these. */
const SERVERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Lets this process, and all that it starts, find servers as well. */
function findServers() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  process.env.PATH = [...new Set([...folders, ...SERVERS])].join(delimiter)
}

findServers()

/**
 * Installs what the tests need with apt-get, where this is Debian and we are root: programs and a browser, and the servers
 * of STORES only if asked for.
 */
export async function ensurePackages({ stores }) {
  const servers = () => (stores ? missingForStores() : [])
  if (process.getuid?.() === 0 && found('apt-get')) {
    const shell = process.env.CHROMIUM_PATH || found(SHELL) ? [] : [SHELL]
    // Not every system has the shell or the servers: the rest is then installed without them.
    await aptInstall([...missingPackages(), ...shell, ...servers()]).catch(async () => {
      for (const some of [missingPackages(), shell, servers()])
        await aptInstall(some).catch((error) => say(error.message))
    })
  }
  const lacking = [...missingPackages(), ...servers()]
  if (lacking.length > 0) say(`Some tests need these system packages: ${lacking.join(', ')}.`)
}

/**
 * Paths of Chromium and of its headless shell: the same engine without a window's parts, a quarter quicker. Without a
 * shell the whole browser does its work.
 */
export function browsers() {
  const chromium = findBrowser()
  if (!chromium)
    throw new Failure(
      'No Chromium was found for the browser tests. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  return { chromium, shell: process.env.CHROMIUM_PATH ? chromium : (found(SHELL) ?? chromium) }
}

/** What is missing to start real stores of S3's protocol here. */
export const missingForStores = () => missingOf(STORES)

function findBrowser() {
  const set = process.env.CHROMIUM_PATH
  if (set) {
    if (isExecutable(set)) return set
    throw new Failure(`CHROMIUM_PATH: there is no program at ${set}.`)
  }
  return BROWSERS.map(found).find(Boolean)
}

const missingPackages = () => [
  ...(findBrowser() ? [] : ['chromium']),
  ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ...missingOf(PROGRAMS),
]

const missingOf = (programs) =>
  Object.entries(programs)
    .filter(([program]) => !found(program))
    .map(([, name]) => name)

/** Without fontconfig nothing can be told; Chromium then brings it. */
const hasChineseFont = () =>
  found('fc-list') !== undefined && spawnSync('fc-list', [':lang=zh', 'family']).stdout.length > 0

async function aptInstall(names) {
  if (names.length === 0) return
  say(`Installing ${names.join(', ')} with apt-get …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const { code, output } = await run('apt-get', ['-q', ...args], { env, capture: true })
    if (code !== 0) throw new Failure(`${output.trim()}\napt-get ${args[0]} exited with code ${code}.`)
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
