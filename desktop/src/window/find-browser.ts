import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** A browser of the Chromium family that the machine has. */

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
  'brave-browser',
]

const WINDOWS = [
  ['ProgramFiles(x86)', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['ProgramFiles', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['ProgramFiles', 'Google\\Chrome\\Application\\chrome.exe'],
  ['ProgramFiles(x86)', 'Google\\Chrome\\Application\\chrome.exe'],
  ['LOCALAPPDATA', 'Google\\Chrome\\Application\\chrome.exe'],
] as const

const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Its path; undefined where there is none. CLOUDDISK_BROWSER wins. */
export async function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const chosen = env.CLOUDDISK_BROWSER
  const candidates = chosen ? [chosen] : candidatesOf(env, platform)
  for (const path of candidates) if (await isExecutable(path)) return path
  return undefined
}

function candidatesOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return MAC
  if (platform === 'win32')
    return WINDOWS.flatMap(([variable, path]) => {
      const folder = env[variable]
      return folder ? [`${folder}\\${path}`] : []
    })
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
