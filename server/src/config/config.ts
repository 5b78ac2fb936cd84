import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { STORE_CIPHERS, type StoreCipher } from '@clouddisk/contract/admin-storage'
import type { UnscannedPolicy } from '@clouddisk/contract/antivirus'
import type { ContentKind } from '@clouddisk/contract/content-kinds'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import { SECOND } from '@clouddisk/contract/time'
import {
  backupS3Of,
  CLUSTER_DRAIN_SECONDS,
  CLUSTER_FINISH_SECONDS,
  clusterOf,
  contentOf,
  encryptionOf,
  FINISH_SECONDS,
  mailOf,
  s3Of,
  storeEncryptionOf,
} from './combine.ts'
import { deprecatedVariablesIn, isDeprecated, oldNameOf } from './deprecated.ts'
import {
  bucketName,
  byteCount,
  byteRate,
  type Choice,
  ConfigError,
  choices,
  flag,
  folders,
  host,
  icapUrl,
  integer,
  mailbox,
  nodeName,
  oneOf,
  origins,
  ownTimeZone,
  pageAddress,
  postgresUrl,
  proxies,
  smtpUrl,
  storeOrigin,
  strongPassword,
  text,
  timeZone,
} from './parse.ts'

export { type Choice, ConfigError } from './parse.ts'

/** The settings, read once from the environment at start (C section 4). Nothing else reads the environment. */
export interface Config {
  readonly host: string
  /** 0: the system chooses a free port. */
  readonly port: number
  /** Absolute path of embedded database, objects and secrets. */
  readonly dataDir: string
  /** Origin of the server for people; undefined: by each request's Host. */
  readonly publicOrigin: string | undefined
  /** An external PostgreSQL; undefined: the embedded one. */
  readonly databaseUrl: string | undefined
  /** Whether several servers share database and bucket. */
  readonly cluster: boolean
  /** The name of this server's node; undefined: as administrators named it, or as the host is called. */
  readonly node: string | undefined
  /** How long a stopping server still accepts requests while it reports not ready. */
  readonly drainSeconds: number
  /** How long running requests may take to finish afterwards. */
  readonly finishSeconds: number
  /** An S3 store for content, beside the disk. */
  readonly s3: S3Config | undefined
  /** Credentials of the store for backups into a bucket. */
  readonly backupS3: BackupS3Config | undefined
  /** Where new content is stored. */
  readonly content: StorageDriver
  /** Encryption at rest; undefined: content is not encrypted, and encrypted content cannot be read. */
  readonly encryption: EncryptionConfig | undefined
  /** Whether the environment sets `content`; administrators then cannot choose another bucket. */
  readonly contentIsPinned: boolean
  /** Password of the first account; undefined: random, printed once. */
  readonly adminPassword: string | undefined
  readonly openBrowser: boolean
  readonly logLevel: LogLevel
  /** Addresses and networks whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Whose content uploads are deduplicated with (C10). */
  readonly dedup: Dedup
  /** Whether folders and selections can be downloaded as ZIP (C7). */
  readonly archiveDownload: boolean
  /** Whether empty files are accepted (C22). */
  readonly emptyFiles: boolean
  /** Whether pages hand transfers to the desktop client on the same computer (A§7). */
  readonly localHelper: boolean
  /** Pages then use the client's ports for tests (R210). */
  readonly helperTestPorts: boolean
  /** Other origins that a sign-in or sign-out may redirect to. */
  readonly signInOrigins: readonly string[]
  /** Origins of identity providers that are asked over plain HTTP; those on this machine always may. */
  readonly httpProviders: readonly string[]
  readonly regions: readonly Choice[]
  readonly platforms: readonly Choice[]
  /** Title of the page; null: the product's own. */
  readonly title: string | null
  /** Mail server and sender; undefined: no mail is sent. */
  readonly mail: MailConfig | undefined
  /** For digests and dates in mail. */
  readonly timeZone: string
  /** Bytes per second of each person in each direction; null: only personal limits apply. */
  readonly speedLimit: number | null
  /** All content is scrubbed within so many days; 0: no automatic scrub. */
  readonly scrubDays: number
  /** Bytes per second that the scrub reads at most. */
  readonly scrubSpeed: number
  /** Backups that corrupt content is repaired from automatically. */
  readonly repairFrom: string | undefined
  /** How many files are converted at a time, for thumbnails and previews; 0: none. */
  readonly conversions: number
  /** An ICAP service that looks at content, such as icap://scanner:1344/avscan. */
  readonly icapUrl: string | undefined
  readonly icapLimits: {
    /** What is larger is not sent to it. */
    readonly bytesMax: number
    /** For one file. */
    readonly seconds: number
    /** Files that one server sends at a time. */
    readonly concurrency: number
  }
  /** Folders of this machine, absolute paths, that sources of imports may lie in. */
  readonly importFolders: readonly string[]
  /** How long a call waits for the content check of files that were not read before. */
  readonly contentCheckMs: number
  readonly antivirus: {
    /** What becomes of content that no scanner has seen, also while the scanner is away. */
    readonly unscanned: UnscannedPolicy
    /** How long a call waits for the scan of what it asks for. */
    readonly waitMs: number
    /** Bytes per second of scans of content that was scanned before, or came before the scanner. */
    readonly rescanSpeed: number
  }
  /** Bytes that everything made from content may take in the object store. */
  readonly derivedBytes: number
  readonly limits: Limits
  /** Kinds of files that are refused: of everybody, and of visitors of links besides. */
  readonly fileRules: { readonly everybody: FileRules; readonly visitors: FileRules }
  /** Files below a searched folder up to which it is read from above; otherwise its space is searched and the paths decide. */
  readonly searchBelowMax: number
  /** Text of files that one search compares with its keyword before it gives up. */
  readonly searchTexts: { readonly bytes: number; readonly ms: number }
  /** Settings that the environment sets: the variable that is set, by the setting's current name. */
  readonly environment: ReadonlyMap<string, string>
  /** CLOUDDISK_ variables that no setting has, probably misspelt. */
  readonly unknownVariables: readonly string[]
  /** Old names of settings that the environment uses. */
  readonly deprecatedVariables: readonly string[]
}

export interface FileRules {
  /** As `nameKey` spells them, without the dot. */
  readonly extensions: readonly string[]
  readonly contents: readonly ContentKind[]
}

export interface MailConfig {
  readonly smtpUrl: string
  readonly from: string
}

export interface EncryptionConfig {
  /** Whether new content is encrypted; encrypted content is read either way. */
  readonly isOn: boolean
  /** The variable of the keys, for error messages. */
  readonly variable: string
  readonly source: { readonly file: string } | { readonly text: string } | { readonly command: string }
}

export interface S3Config {
  /** Origin for the server. */
  readonly endpoint: string
  /** Origin for browsers. */
  readonly publicEndpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** Whether browsers upload to the store directly or through the server. */
  readonly uploads: S3UploadMode
  /** Whether browsers download from the store directly or through the server. */
  readonly downloads: S3DownloadMode
  /** Addresses to use instead of resolving the host; only for buckets in rows. */
  readonly addresses?: readonly string[] | undefined
  /** Hands out downloads by addresses of its own; only for buckets of a cloud. */
  readonly distribution?: { origin: string; keyPairId: string; privateKey: string } | undefined
  /** Hands out downloads by the same signatures as the store. */
  readonly acceleratedOrigin?: string | undefined
  /** Server-side encryption to request; undefined: the store's default. */
  readonly encryption?: S3Encryption | undefined
}

/** The bucket is named with each backup. */
export type BackupS3Config = Pick<S3Config, 'endpoint' | 'region' | 'accessKey' | 'secretKey'>

export interface S3Encryption {
  readonly cipher: StoreCipher
  /** Key of the store's KMS; undefined: its default key. */
  readonly keyId?: string | undefined
}

const STORAGE_DRIVERS = ['disk', 's3'] as const
export type StorageDriver = (typeof STORAGE_DRIVERS)[number]

const S3_UPLOAD_MODES = ['direct', 'proxied'] as const
export type S3UploadMode = (typeof S3_UPLOAD_MODES)[number]
const S3_DOWNLOAD_MODES = ['proxied', 'presigned'] as const
export type S3DownloadMode = (typeof S3_DOWNLOAD_MODES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
const DEDUP = ['instance', 'user', 'off'] as const
export type Dedup = (typeof DEDUP)[number]

const REGIONS: readonly Choice[] = [
  { id: 'asia-pacific', 'zh-CN': '亚太', 'en-US': 'Asia-Pacific' },
  { id: 'north-america', 'zh-CN': '北美', 'en-US': 'North America' },
]
const PLATFORMS: readonly Choice[] = [{ id: 'main', 'zh-CN': '主平台', 'en-US': 'Main platform' }]

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment. A relative CLOUDDISK_DATA is resolved against `cwd`; an empty variable counts as unset. Throws
 * ConfigError with one line that names the variable for an invalid value.
 */
export function readConfig(env: Environment, cwd: string): Config {
  const known = new Set<string>()
  const environment = new Map<string, string>()
  const read = <T, F>(name: string, parse: (value: string) => T, fallback: F): T | F => {
    known.add(name)
    const variable = env[name]?.trim() ? name : (oldNameOf(name) ?? name)
    const value = env[variable]?.trim()
    if (!value) return fallback
    environment.set(name, variable)
    try {
      return parse(value)
    } catch (error) {
      // The value itself is not repeated: it may be a password.
      throw new ConfigError(`${variable}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const publicOrigin = read('CLOUDDISK_PUBLIC_URL', pageAddress, undefined)
  const encryption = encryptionOf(
    read('CLOUDDISK_ENCRYPTION', flag, undefined),
    read('CLOUDDISK_ENCRYPTION_KEY_FILE', (file) => ({ file: resolve(cwd, file) }), undefined),
    read('CLOUDDISK_ENCRYPTION_KEY', (keys) => ({ text: keys }), undefined),
    read('CLOUDDISK_ENCRYPTION_KEY_COMMAND', (command) => ({ command }), undefined),
  )
  const s3 = s3Of({
    endpoint: read('CLOUDDISK_S3_ENDPOINT', storeOrigin, undefined),
    bucket: read('CLOUDDISK_S3_BUCKET', bucketName, undefined),
    accessKey: read('CLOUDDISK_S3_ACCESS_KEY', text, undefined),
    secretKey: read('CLOUDDISK_S3_SECRET_KEY', text, undefined),
    region: read('CLOUDDISK_S3_REGION', text, undefined),
    publicEndpoint: read('CLOUDDISK_S3_PUBLIC_ENDPOINT', storeOrigin, undefined),
    uploads: read('CLOUDDISK_S3_UPLOADS', oneOf(S3_UPLOAD_MODES), undefined),
    downloads: read('CLOUDDISK_S3_DOWNLOADS', oneOf(S3_DOWNLOAD_MODES), undefined),
    encryption: storeEncryptionOf(
      read('CLOUDDISK_S3_ENCRYPTION', oneOf(STORE_CIPHERS), undefined),
      read('CLOUDDISK_S3_KMS_KEY', text, undefined),
    ),
  })
  const backupS3 = backupS3Of({
    endpoint: read('CLOUDDISK_BACKUP_S3_ENDPOINT', storeOrigin, undefined),
    accessKey: read('CLOUDDISK_BACKUP_S3_ACCESS_KEY', text, undefined),
    secretKey: read('CLOUDDISK_BACKUP_S3_SECRET_KEY', text, undefined),
    region: read('CLOUDDISK_BACKUP_S3_REGION', text, undefined),
  })
  // Content uploaded directly does not pass the server.
  if (encryption?.isOn && env.CLOUDDISK_S3_UPLOADS?.trim() === 'direct')
    throw new ConfigError(
      'CLOUDDISK_S3_UPLOADS: direct uploads bypass the server, so it cannot encrypt them. Set proxied, or CLOUDDISK_ENCRYPTION=off.',
    )
  const speedLimit = read('CLOUDDISK_BANDWIDTH_LIMIT', byteRate, null)
  const databaseUrl = read('DATABASE_URL', postgresUrl, undefined)
  const requestedContent = read('CLOUDDISK_STORAGE_DRIVER', oneOf(STORAGE_DRIVERS), undefined)
  const content = contentOf(requestedContent, s3)
  const cluster = clusterOf(read('CLOUDDISK_CLUSTER', flag, false), databaseUrl, content)
  const config = {
    host: read('HOST', host, '127.0.0.1'),
    port: read('PORT', integer(0, 65_535), 8080),
    dataDir: resolve(cwd, read('CLOUDDISK_DATA', text, './data')),
    publicOrigin,
    databaseUrl,
    cluster,
    node: read('CLOUDDISK_NODE', nodeName, undefined),
    drainSeconds: read('CLOUDDISK_DRAIN_SECONDS', integer(0, 600), cluster ? CLUSTER_DRAIN_SECONDS : 0),
    finishSeconds: read(
      'CLOUDDISK_SHUTDOWN_TIMEOUT_SECONDS',
      integer(0, 3600),
      cluster ? CLUSTER_FINISH_SECONDS : FINISH_SECONDS,
    ),
    s3,
    backupS3,
    content,
    contentIsPinned: requestedContent !== undefined,
    encryption,
    adminPassword: read('CLOUDDISK_ADMIN_PASSWORD', strongPassword, undefined),
    openBrowser: read('CLOUDDISK_OPEN_BROWSER', flag, false),
    logLevel: read('CLOUDDISK_LOG_LEVEL', oneOf(LOG_LEVELS), 'info' as const),
    trustedProxies: read('CLOUDDISK_TRUSTED_PROXIES', proxies, []),
    dedup: read('CLOUDDISK_DEDUP', oneOf(DEDUP), 'instance' as const),
    archiveDownload: read('CLOUDDISK_ARCHIVE_DOWNLOAD', flag, true),
    emptyFiles: read('CLOUDDISK_EMPTY_FILES', flag, true),
    localHelper: read('CLOUDDISK_LOCAL_HELPER', flag, true),
    helperTestPorts: read('CLOUDDISK_HELPER_TEST_PORTS', flag, false),
    signInOrigins: read('CLOUDDISK_REDIRECT_ORIGINS', origins, []),
    httpProviders: read('CLOUDDISK_HTTP_PROVIDERS', origins, []),
    regions: read('CLOUDDISK_REGIONS', choices, REGIONS),
    platforms: read('CLOUDDISK_PLATFORMS', choices, PLATFORMS),
    title: read('CLOUDDISK_TITLE', text, null),
    mail: mailOf(
      read('CLOUDDISK_SMTP_URL', smtpUrl, undefined),
      read('CLOUDDISK_MAIL_FROM', mailbox, undefined),
      publicOrigin,
    ),
    timeZone: read('CLOUDDISK_TIME_ZONE', timeZone, ownTimeZone()),
    speedLimit,
    scrubDays: read('CLOUDDISK_SCRUB_DAYS', integer(0, 365), 30),
    scrubSpeed: read('CLOUDDISK_SCRUB_BANDWIDTH', byteRate, 32 * 1024 ** 2),
    repairFrom: read('CLOUDDISK_REPAIR_FROM', text, undefined),
    conversions: read(
      'CLOUDDISK_CONVERSIONS',
      integer(0, 64),
      Math.max(1, Math.floor(availableParallelism() / 2)),
    ),
    importFolders: read('CLOUDDISK_IMPORT_FOLDERS', folders, []),
    icapUrl: read('CLOUDDISK_ICAP_URL', icapUrl, undefined),
    icapLimits: {
      bytesMax: read('CLOUDDISK_ICAP_MAX_BYTES', byteCount, 1024 ** 3),
      seconds: read('CLOUDDISK_ICAP_TIMEOUT_SECONDS', integer(1, 3600), 300),
      concurrency: read('CLOUDDISK_ICAP_CONCURRENCY', integer(1, 64), 4),
    },
    contentCheckMs: 3 * SECOND,
    antivirus: { unscanned: 'hold' as const, waitMs: 3 * SECOND, rescanSpeed: 32 * 1024 ** 2 },
    derivedBytes: read('CLOUDDISK_DERIVED_BYTES', byteCount, 20 * 1024 ** 3),
    fileRules: {
      everybody: { extensions: [], contents: [] },
      visitors: { extensions: [], contents: [] },
    },
    searchBelowMax: 50_000,
    searchTexts: { bytes: 200 * 1024 ** 2, ms: 3 * SECOND },
    limits: {
      ...LIMITS,
      syncSpeed: speedLimit ?? LIMITS.syncSpeed,
      renameMax: read('CLOUDDISK_RENAME_MAX', integer(1, LIMITS.nameMax), LIMITS.renameMax),
      nameMax: read('CLOUDDISK_NAME_MAX', integer(1, LIMITS.nameMax), LIMITS.nameMax),
      folderMax: read('CLOUDDISK_FOLDER_MAX', integer(1, LIMITS.nameMax), LIMITS.folderMax),
      personCapacity: read('CLOUDDISK_PERSON_CAPACITY', byteCount, LIMITS.personCapacity),
      groupCapacity: read('CLOUDDISK_GROUP_CAPACITY', byteCount, LIMITS.groupCapacity),
      uploadFilesWeb: read('CLOUDDISK_UPLOAD_FILES', integer(1, 100_000), LIMITS.uploadFilesWeb),
      uploadFilesClient: read('CLOUDDISK_UPLOAD_FILES_CLIENT', integer(1, 100_000), LIMITS.uploadFilesClient),
      iUploadLimit: read('CLOUDDISK_UPLOAD_CONCURRENCY', integer(1, 3), LIMITS.iUploadLimit),
      // Browsers open six connections to a host, and calls need one.
      partsInFlight: read('CLOUDDISK_PART_CONCURRENCY', integer(1, 5), LIMITS.partsInFlight),
    },
  }
  return {
    ...config,
    environment,
    unknownVariables: unknownVariablesIn(env, known),
    deprecatedVariables: deprecatedVariablesIn(env),
  }
}

/** Read by the development page server. */
const READ_ELSEWHERE = new Set(['CLOUDDISK_DEV_SERVER'])

const unknownVariablesIn = (env: Environment, known: ReadonlySet<string>): string[] =>
  Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('CLOUDDISK_') && !known.has(name) && !isDeprecated(name) && !READ_ELSEWHERE.has(name),
    )
    .sort()
