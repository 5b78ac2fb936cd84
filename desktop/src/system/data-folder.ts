import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of the client's own files: CLOUDDISK_DESKTOP_DATA, or where the system keeps such. */
export function dataFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env.CLOUDDISK_DESKTOP_DATA) return env.CLOUDDISK_DESKTOP_DATA
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Clouddisk')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Clouddisk')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'clouddisk')
}
