import type { Config, Environment } from './config.ts'

/** Old names of settings. They are still read, unless the current name is set too, and cause a warning at start. */
const CURRENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['CLOUDDISK_HEAL_FROM', 'CLOUDDISK_REPAIR_FROM'],
  ['CLOUDDISK_PARTS_AT_ONCE', 'CLOUDDISK_PART_CONCURRENCY'],
  ['CLOUDDISK_UPLOADS_AT_ONCE', 'CLOUDDISK_UPLOAD_CONCURRENCY'],
  ['CLOUDDISK_SYNC_SPEED', 'CLOUDDISK_BANDWIDTH_LIMIT'],
  ['CLOUDDISK_SCRUB_SPEED', 'CLOUDDISK_SCRUB_BANDWIDTH'],
  ['CLOUDDISK_FINISH_SECONDS', 'CLOUDDISK_SHUTDOWN_TIMEOUT_SECONDS'],
  ['CLOUDDISK_CONTENT', 'CLOUDDISK_STORAGE_DRIVER'],
  ['CLOUDDISK_SIGN_IN_HOSTS', 'CLOUDDISK_REDIRECT_ORIGINS'],
  ['CLOUDDISK_OPEN', 'CLOUDDISK_OPEN_BROWSER'],
])

const OLD_NAMES: ReadonlyMap<string, string> = new Map([...CURRENT_NAMES].map(([old, name]) => [name, old]))

export const oldNameOf = (name: string): string | undefined => OLD_NAMES.get(name)

export const isDeprecated = (name: string): boolean => CURRENT_NAMES.has(name)

export const deprecatedVariablesIn = (env: Environment): string[] =>
  Object.keys(env)
    .filter((name) => isDeprecated(name) && env[name]?.trim())
    .sort()

/** One line for each variable of the environment that is misspelt or deprecated. */
export const environmentWarnings = ({
  unknownVariables,
  deprecatedVariables,
}: Pick<Config, 'unknownVariables' | 'deprecatedVariables'>): string[] => [
  ...unknownVariables.map((name) => `${name} is not a Clouddisk setting. Check the spelling.`),
  ...deprecatedVariables.map((name) => `${name} is deprecated; use ${CURRENT_NAMES.get(name)}`),
]
