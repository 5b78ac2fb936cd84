import { KEY_VARIABLES } from './combine.ts'
import type { Config, EncryptionConfig } from './config.ts'

/** The settings in effect by variable, with secrets masked, for `cli config`. */
export function maskedConfig(config: Config): Record<string, unknown> {
  return {
    HOST: config.host,
    PORT: config.port,
    CLOUDDISK_DATA: config.dataDir,
    CLOUDDISK_PUBLIC_URL: config.publicOrigin ?? null,
    DATABASE_URL: config.databaseUrl === undefined ? null : maskUrl(config.databaseUrl),
    CLOUDDISK_CLUSTER: config.cluster,
    CLOUDDISK_NODE: config.node ?? null,
    CLOUDDISK_DRAIN_SECONDS: config.drainSeconds,
    CLOUDDISK_SHUTDOWN_TIMEOUT_SECONDS: config.finishSeconds,
    CLOUDDISK_S3_ENDPOINT: config.s3?.endpoint ?? null,
    CLOUDDISK_S3_PUBLIC_ENDPOINT: config.s3?.publicEndpoint ?? null,
    CLOUDDISK_S3_BUCKET: config.s3?.bucket ?? null,
    CLOUDDISK_S3_REGION: config.s3?.region ?? null,
    CLOUDDISK_S3_ACCESS_KEY: config.s3?.accessKey ?? null,
    CLOUDDISK_S3_SECRET_KEY: config.s3 === undefined ? null : MASK,
    CLOUDDISK_S3_UPLOADS: config.s3?.uploads ?? null,
    CLOUDDISK_S3_DOWNLOADS: config.s3?.downloads ?? null,
    CLOUDDISK_S3_ENCRYPTION: config.s3?.encryption?.cipher ?? null,
    CLOUDDISK_S3_KMS_KEY: config.s3?.encryption?.keyId ?? null,
    CLOUDDISK_BACKUP_S3_ENDPOINT: config.backupS3?.endpoint ?? null,
    CLOUDDISK_BACKUP_S3_REGION: config.backupS3?.region ?? null,
    CLOUDDISK_BACKUP_S3_ACCESS_KEY: config.backupS3?.accessKey ?? null,
    CLOUDDISK_BACKUP_S3_SECRET_KEY: config.backupS3 === undefined ? null : MASK,
    CLOUDDISK_STORAGE_DRIVER: config.content,
    ...maskedEncryption(config.encryption),
    CLOUDDISK_ADMIN_PASSWORD: config.adminPassword === undefined ? null : MASK,
    CLOUDDISK_OPEN_BROWSER: config.openBrowser,
    CLOUDDISK_LOG_LEVEL: config.logLevel,
    CLOUDDISK_TRUSTED_PROXIES: config.trustedProxies,
    CLOUDDISK_DEDUP: config.dedup,
    CLOUDDISK_ARCHIVE_DOWNLOAD: config.archiveDownload,
    CLOUDDISK_EMPTY_FILES: config.emptyFiles,
    CLOUDDISK_LOCAL_HELPER: config.localHelper,
    CLOUDDISK_HELPER_TEST_PORTS: config.helperTestPorts,
    CLOUDDISK_REDIRECT_ORIGINS: config.signInOrigins,
    CLOUDDISK_HTTP_PROVIDERS: config.httpProviders,
    CLOUDDISK_REGIONS: config.regions,
    CLOUDDISK_PLATFORMS: config.platforms,
    CLOUDDISK_TITLE: config.title,
    CLOUDDISK_SMTP_URL: config.mail === undefined ? null : maskUrl(config.mail.smtpUrl),
    CLOUDDISK_MAIL_FROM: config.mail?.from ?? null,
    CLOUDDISK_TIME_ZONE: config.timeZone,
    CLOUDDISK_BANDWIDTH_LIMIT: config.speedLimit,
    CLOUDDISK_SCRUB_DAYS: config.scrubDays,
    CLOUDDISK_SCRUB_BANDWIDTH: config.scrubSpeed,
    CLOUDDISK_REPAIR_FROM: config.repairFrom ?? null,
    CLOUDDISK_CONVERSIONS: config.conversions,
    CLOUDDISK_IMPORT_FOLDERS: config.importFolders.join(':') || null,
    CLOUDDISK_ICAP_URL: config.icapUrl ?? null,
    CLOUDDISK_ICAP_MAX_BYTES: config.icapLimits.bytesMax,
    CLOUDDISK_ICAP_TIMEOUT_SECONDS: config.icapLimits.seconds,
    CLOUDDISK_ICAP_CONCURRENCY: config.icapLimits.concurrency,
    CLOUDDISK_DERIVED_BYTES: config.derivedBytes,
    CLOUDDISK_RENAME_MAX: config.limits.renameMax,
    CLOUDDISK_NAME_MAX: config.limits.nameMax,
    CLOUDDISK_FOLDER_MAX: config.limits.folderMax,
    CLOUDDISK_PERSON_CAPACITY: config.limits.personCapacity,
    CLOUDDISK_GROUP_CAPACITY: config.limits.groupCapacity,
    CLOUDDISK_UPLOAD_FILES: config.limits.uploadFilesWeb,
    CLOUDDISK_UPLOAD_FILES_CLIENT: config.limits.uploadFilesClient,
    CLOUDDISK_UPLOAD_CONCURRENCY: config.limits.iUploadLimit,
    CLOUDDISK_PART_CONCURRENCY: config.limits.partsInFlight,
  }
}

function maskedEncryption(encryption: EncryptionConfig | undefined): Record<string, unknown> {
  const [file, text, command] = KEY_VARIABLES as [string, string, string]
  const source = encryption?.source ?? {}
  return {
    CLOUDDISK_ENCRYPTION: encryption?.isOn ?? false,
    [file]: 'file' in source ? source.file : null,
    [text]: 'text' in source ? MASK : null,
    // A command may contain a secret.
    [command]: 'command' in source ? MASK : null,
  }
}

const MASK = '••••••'

function maskUrl(address: string): string {
  const url = new URL(address)
  if (url.password) url.password = 'masked'
  if (url.searchParams.has('password')) url.searchParams.set('password', 'masked')
  return url.href
}
