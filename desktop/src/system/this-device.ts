import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname, version as kernelVersion } from 'node:os'
import { join } from 'node:path'
import type { DeviceInfo } from '@clouddisk/contract/devices'
import { VERSION } from './version.ts'
import { replaceFile } from './write-file.ts'

/**
 * What the client says of this computer, and of itself.
 * @param folder keeps the id by which servers know the computer again.
 */
export async function thisDevice(folder: string): Promise<DeviceInfo> {
  return {
    id: await deviceId(join(folder, 'device-id')),
    name: hostname(),
    system: systemName(),
    version: VERSION,
  }
}

async function deviceId(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (UUID.test(known)) return known
  const id = randomUUID()
  await replaceFile(path, id)
  return id
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Windows says its own name and edition; the others say the build of their kernel. */
function systemName(): string {
  if (process.platform === 'win32') return kernelVersion()
  return process.platform === 'darwin' ? 'macOS' : 'Linux'
}
