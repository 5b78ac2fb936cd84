import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './paths.mjs'
import { Failure, run } from './processes.mjs'

/** Programs that tests use, and their Debian packages. */
const PROGRAMS = {
  unzip: 'unzip',
  python3: 'python3',
  '7zz': '7zip',
  'c-icap': 'c-icap',
  apache2: 'apache2-bin',
  slapd: 'slapd',
  clamd: 'clamav-daemon',
  // A screen for the windows of the desktop client, and its keyboard.
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  zenity: 'zenity',
  // The bus of its session.
  'dbus-daemon': 'dbus-daemon',
  // Its key store, and the program that opens addresses.
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
  'xdg-mime': 'xdg-utils',
  gio: 'libglib2.0-bin',
}
/**
 * S3 stores: the gateways of Ceph and Swift with their servers; nginx is the proxy of several servers. LemonLDAP::NG, an
 * identity provider, runs in Starman.
 */
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
  starman: 'starman',
}
/** What LemonLDAP::NG consists of, and what it needs for SAML, OpenID Connect and CAS without depending on it. */
const PERL_MODULES = {
  'Lemonldap/NG/Portal.pm': 'liblemonldap-ng-portal-perl',
  'Lasso.pm': 'liblasso-perl',
  'XML/Simple.pm': 'libxml-simple-perl',
  'IO/String.pm': 'libio-string-perl',
  'String/Random.pm': 'libstring-random-perl',
}
const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

// Folders of servers, which are often missing in the PATH of ordinary users.
const SERVERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']
process.env.PATH = [...new Set([...(process.env.PATH ?? '').split(delimiter), ...SERVERS])].join(delimiter)

/** Installs what the tests need, on Debian as root: programs, a browser and, with `stores`, the servers of STORES. */
export async function ensurePackages({ stores }) {
  const servers = () => (stores ? missingForStores() : [])
  if (process.getuid?.() === 0 && found('apt-get')) {
    const shell = process.env.CHROMIUM_PATH || found(SHELL) ? [] : [SHELL]
    // If a package is not available, the others are installed without it.
    await aptInstall([...missingPackages(), ...shell, ...servers()]).catch(async () => {
      for (const packages of [missingPackages(), shell, servers()])
        await aptInstall(packages).catch((error) => say(error.message))
    })
  }
  const missing = [...missingPackages(), ...servers()]
  if (missing.length > 0) say(`Some tests need these system packages: ${missing.join(', ')}.`)
}

/** Paths of Chromium and its headless shell, which is a quarter faster; without one, Chromium is used. */
export function browsers() {
  const chromium = findBrowser()
  if (!chromium)
    throw new Failure(
      'No Chromium was found for the browser tests. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  return { chromium, shell: process.env.CHROMIUM_PATH ? chromium : (found(SHELL) ?? chromium) }
}

export const missingForStores = () => [...missingOf(STORES), ...missingPerlModules()]

function missingPerlModules() {
  const script = 'for my $file (@ARGV) { print "$file\\n" unless grep { -e "$_/$file" } @INC }'
  const { stdout } = spawnSync('perl', ['-e', script, ...Object.keys(PERL_MODULES)], { encoding: 'utf8' })
  // Without Perl nothing is printed, and everything is missing.
  const files = found('perl') ? stdout.split('\n').filter(Boolean) : Object.keys(PERL_MODULES)
  return files.map((file) => PERL_MODULES[file])
}

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

/** False without fontconfig, which Chromium depends on. */
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
