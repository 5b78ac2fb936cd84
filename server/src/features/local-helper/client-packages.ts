import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CLIENT_PLATFORMS, type ClientPlatform, downloadTool } from '@clouddisk/contract/local-helper'
import { pathOf } from '@clouddisk/contract/route'

/** Packages of the desktop client that administrators have put into `clients` in the data folder. */

export interface ClientPackage {
  readonly name: string
  readonly version: string
  readonly platform: ClientPlatform
}

/** `clouddisk_1.0.0_amd64.deb`, `clouddisk-1.0.0-win-x64-setup.exe` … */
const PACKAGE = /^clouddisk[-_](\d+\.\d+\.\d+)[-_][\w.-]+$/i

/** Endings of the packages of each system, those that install by themselves first. */
const ENDINGS: Readonly<Record<ClientPlatform, readonly string[]>> = {
  windows: ['-setup.exe', '.exe', '.msi'],
  macos: ['.dmg', '.pkg', '-macos-arm64.tar.gz', '-macos-x64.tar.gz'],
  linux: ['_amd64.deb', '-linux-x64.tar.gz', '.deb', '.rpm'],
}

const folderOf = (dataDir: string): string => join(dataDir, 'clients')

const endingOf = (name: string, platform: ClientPlatform): number =>
  ENDINGS[platform].findIndex((ending) => name.toLowerCase().endsWith(ending))

function packageOf(name: string): ClientPackage | undefined {
  const version = PACKAGE.exec(name)?.[1]
  const platform = CLIENT_PLATFORMS.find((one) => endingOf(name, one) >= 0)
  return version && platform ? { name, version, platform } : undefined
}

async function packagesIn(dataDir: string): Promise<ClientPackage[]> {
  const entries = await readdir(folderOf(dataDir), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries.flatMap((entry) => (entry.isFile() ? (packageOf(entry.name) ?? []) : []))
}

/** The newest for the system; of one version, the one that is easiest to install. */
export async function latestPackage(
  dataDir: string,
  platform: ClientPlatform,
): Promise<ClientPackage | undefined> {
  const packages = (await packagesIn(dataDir)).filter((one) => one.platform === platform)
  return packages.sort(
    (a, b) =>
      compareVersions(b.version, a.version) || endingOf(a.name, platform) - endingOf(b.name, platform),
  )[0]
}

/** @returns undefined if there is no package of this name. */
export async function findPackage(
  dataDir: string,
  name: string,
): Promise<{ readonly path: string; readonly size: number } | undefined> {
  const found = (await packagesIn(dataDir)).find((one) => one.name === name)
  if (!found) return undefined
  const path = join(folderOf(dataDir), found.name)
  return { path, size: (await stat(path)).size }
}

/** Address of the package, on the same server. */
export const urlOfPackage = ({ name }: ClientPackage): string =>
  `${pathOf(downloadTool)}?${new URLSearchParams({ name })}`

/** Linux for systems that are not known. */
export function platformOf(userAgent = ''): ClientPlatform {
  if (/windows/i.test(userAgent)) return 'windows'
  return /macintosh|mac os x|darwin/i.test(userAgent) ? 'macos' : 'linux'
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (const [at, number] of (left ?? []).entries()) {
    const difference = number - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
