import type { UnscannedPolicy } from '@clouddisk/contract/antivirus'
import type { ConfigChoice, ConfigValue } from '@clouddisk/contract/business-config'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Config, Dedup, FileRules } from '../../config/config.ts'

/** Where the value of each code lies in the configuration of a process. */

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

interface Place {
  read(config: Config): ConfigValue
  /** All who hold the configuration see it: it is changed in place. */
  write(config: Mutable<Config>, value: never): void
}

const place = <T extends ConfigValue>(
  read: (config: Config) => T,
  write: (config: Mutable<Config>, value: T) => void,
): Place => ({ read, write })

/** A list of the file rules of everybody, or of visitors. */
const rulePlace = (whose: keyof Config['fileRules'], list: keyof FileRules): Place =>
  place(
    ({ fileRules }) => [...fileRules[whose][list]],
    (config, value: string[]) => {
      config.fileRules = { ...config.fileRules, [whose]: { ...config.fileRules[whose], [list]: value } }
    },
  )

const limitsOf = (config: Config): Record<string, ConfigValue> =>
  config.limits as unknown as Record<string, ConfigValue>

const PLACES: Readonly<Record<string, Place>> = {
  refusedExtensions: rulePlace('everybody', 'extensions'),
  refusedContents: rulePlace('everybody', 'contents'),
  visitorRefusedExtensions: rulePlace('visitors', 'extensions'),
  visitorRefusedContents: rulePlace('visitors', 'contents'),
  regions: place(
    (config) => [...config.regions],
    (config, value: ConfigChoice[]) => {
      config.regions = value
    },
  ),
  platforms: place(
    (config) => [...config.platforms],
    (config, value: ConfigChoice[]) => {
      config.platforms = value
    },
  ),
  speedLimit: place(
    (config) => config.speedLimit ?? 0,
    (config, value) => {
      config.speedLimit = value === 0 ? null : value
      limitsOf(config).syncSpeed = config.speedLimit ?? LIMITS.syncSpeed
    },
  ),
  dedup: place(
    (config) => config.dedup,
    (config, value: Dedup) => {
      config.dedup = value
    },
  ),
  emptyFiles: place(
    (config) => config.emptyFiles,
    (config, value) => {
      config.emptyFiles = value
    },
  ),
  localHelper: place(
    (config) => config.localHelper,
    (config, value) => {
      config.localHelper = value
    },
  ),
  helperTestPorts: place(
    (config) => config.helperTestPorts,
    (config, value) => {
      config.helperTestPorts = value
    },
  ),
  archiveDownload: place(
    (config) => config.archiveDownload,
    (config, value) => {
      config.archiveDownload = value
    },
  ),
  searchBelowMax: place(
    (config) => config.searchBelowMax,
    (config, value) => {
      config.searchBelowMax = value
    },
  ),
  searchTextsBytes: place(
    (config) => config.searchTexts.bytes,
    (config, bytes) => {
      config.searchTexts = { ...config.searchTexts, bytes }
    },
  ),
  searchTextsMs: place(
    (config) => config.searchTexts.ms,
    (config, ms) => {
      config.searchTexts = { ...config.searchTexts, ms }
    },
  ),
  contentCheckMs: place(
    (config) => config.contentCheckMs,
    (config, value) => {
      config.contentCheckMs = value
    },
  ),
  virusUnscanned: place(
    (config) => config.antivirus.unscanned,
    (config, unscanned: UnscannedPolicy) => {
      config.antivirus = { ...config.antivirus, unscanned }
    },
  ),
  virusWaitMs: place(
    (config) => config.antivirus.waitMs,
    (config, waitMs) => {
      config.antivirus = { ...config.antivirus, waitMs }
    },
  ),
  virusRescanSpeed: place(
    (config) => config.antivirus.rescanSpeed,
    (config, rescanSpeed) => {
      config.antivirus = { ...config.antivirus, rescanSpeed }
    },
  ),
  icapBytesMax: place(
    (config) => config.icapLimits.bytesMax,
    (config, bytesMax) => {
      config.icapLimits = { ...config.icapLimits, bytesMax }
    },
  ),
  icapSeconds: place(
    (config) => config.icapLimits.seconds,
    (config, seconds) => {
      config.icapLimits = { ...config.icapLimits, seconds }
    },
  ),
  icapConcurrency: place(
    (config) => config.icapLimits.concurrency,
    (config, concurrency) => {
      config.icapLimits = { ...config.icapLimits, concurrency }
    },
  ),
  scrubDays: place(
    (config) => config.scrubDays,
    (config, value) => {
      config.scrubDays = value
    },
  ),
  scrubSpeed: place(
    (config) => config.scrubSpeed,
    (config, value) => {
      config.scrubSpeed = value
    },
  ),
  derivedBytes: place(
    (config) => config.derivedBytes,
    (config, value) => {
      config.derivedBytes = value
    },
  ),
  conversions: place(
    (config) => config.conversions,
    (config, value) => {
      config.conversions = value
    },
  ),
}

export function readValue(config: Config, code: string): ConfigValue {
  const value = PLACES[code]?.read(config) ?? limitsOf(config)[code]
  if (value === undefined) throw new Error(`the business configuration has no place for ${code}`)
  return value
}

/** @param value has been checked by `valueFault`. */
export function writeValue(config: Config, code: string, value: ConfigValue): void {
  const known = PLACES[code]
  if (known) known.write(config, value as never)
  else limitsOf(config)[code] = value
}
