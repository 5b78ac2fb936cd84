import type { StoreCipher } from '@clouddisk/contract/admin-storage'
import type {
  BackupS3Config,
  EncryptionConfig,
  MailConfig,
  S3Config,
  S3Encryption,
  StorageDriver,
} from './config.ts'
import { ConfigError } from './parse.ts'

/** Settings that several environment variables make together, and what these need of each other. */

/** Undefined if no variable of the store is set; throws if some are missing. */
export function s3Of(
  settings: {
    [Name in Exclude<keyof S3Config, 'addresses' | 'distribution' | 'acceleratedOrigin'>]:
      | S3Config[Name]
      | undefined
  },
): S3Config | undefined {
  if (Object.values(settings).every((value) => value === undefined)) return undefined
  const { endpoint, bucket, accessKey, secretKey } = settings
  const { region = 'us-east-1', publicEndpoint = endpoint } = settings
  const { uploads = 'direct', downloads = 'proxied', encryption } = settings
  const needed = { ENDPOINT: endpoint, BUCKET: bucket, ACCESS_KEY: accessKey, SECRET_KEY: secretKey }
  if (!(endpoint && bucket && accessKey && secretKey && publicEndpoint))
    return failMissing('CLOUDDISK_S3_', needed)
  return { endpoint, bucket, accessKey, secretKey, region, publicEndpoint, uploads, downloads, encryption }
}

export function backupS3Of(
  settings: { [Name in keyof BackupS3Config]: BackupS3Config[Name] | undefined },
): BackupS3Config | undefined {
  if (Object.values(settings).every((value) => value === undefined)) return undefined
  const { endpoint, accessKey, secretKey, region = 'us-east-1' } = settings
  if (!(endpoint && accessKey && secretKey))
    return failMissing('CLOUDDISK_BACKUP_S3_', {
      ENDPOINT: endpoint,
      ACCESS_KEY: accessKey,
      SECRET_KEY: secretKey,
    })
  return { endpoint, accessKey, secretKey, region }
}

/** Throws ConfigError for the first missing variable of a group. */
function failMissing(prefix: string, needed: Readonly<Record<string, string | undefined>>): never {
  const missing = Object.keys(needed).find((name) => needed[name] === undefined)
  throw new ConfigError(`${prefix}${missing}: required with the other ${prefix}… variables.`)
}

export function storeEncryptionOf(
  cipher: StoreCipher | undefined,
  keyId: string | undefined,
): S3Encryption | undefined {
  if (keyId !== undefined && cipher !== 'aws:kms')
    throw new ConfigError('CLOUDDISK_S3_KMS_KEY: requires CLOUDDISK_S3_ENCRYPTION=aws:kms.')
  return cipher && { cipher, keyId }
}

/** On as soon as a key is set, unless CLOUDDISK_ENCRYPTION is off. Throws if keys come from more than one variable. */
export function encryptionOf(
  isOn: boolean | undefined,
  ...sources: readonly (EncryptionConfig['source'] | undefined)[]
): EncryptionConfig | undefined {
  const found = sources.flatMap((source, n) => (source ? [{ source, variable: KEY_VARIABLES[n] ?? '' }] : []))
  const [first, second] = found
  if (second)
    throw new ConfigError(`${second.variable}: cannot be combined with ${first?.variable}. Set one of them.`)
  if (isOn && !first)
    throw new ConfigError(`CLOUDDISK_ENCRYPTION: on requires ${KEY_VARIABLES.join(' or ')}.`)
  return first && { isOn: isOn ?? true, ...first }
}
export const KEY_VARIABLES = [
  'CLOUDDISK_ENCRYPTION_KEY_FILE',
  'CLOUDDISK_ENCRYPTION_KEY',
  'CLOUDDISK_ENCRYPTION_KEY_COMMAND',
]

/** S3 if a store is configured, unless `requested` says otherwise. */
export function contentOf(requested: StorageDriver | undefined, s3: S3Config | undefined): StorageDriver {
  if (requested === 's3' && !s3)
    throw new ConfigError(
      'CLOUDDISK_STORAGE_DRIVER: s3 requires CLOUDDISK_S3_ENDPOINT and the other CLOUDDISK_S3_… variables.',
    )
  return requested ?? (s3 ? 's3' : 'disk')
}

/** Longer than a proxy takes to notice that a server is not ready. */
export const CLUSTER_DRAIN_SECONDS = 5
export const CLUSTER_FINISH_SECONDS = 30
export const FINISH_SECONDS = 2

/** Several servers need one database and one store that all of them reach. */
export function clusterOf(
  requested: boolean,
  databaseUrl: string | undefined,
  content: StorageDriver,
): boolean {
  if (requested && databaseUrl === undefined)
    throw new ConfigError('CLOUDDISK_CLUSTER: several servers must share one PostgreSQL. Set DATABASE_URL.')
  if (requested && content === 'disk')
    throw new ConfigError(
      'CLOUDDISK_CLUSTER: several servers must share one S3 store, as each has its own disk. Set CLOUDDISK_S3_ENDPOINT and the other CLOUDDISK_S3_… variables, and unset CLOUDDISK_STORAGE_DRIVER.',
    )
  return requested
}

/** Mail needs a server, a sender and the public address that its links begin with. */
export function mailOf(
  smtpUrl: string | undefined,
  from: string | undefined,
  publicOrigin: string | undefined,
): MailConfig | undefined {
  if (smtpUrl === undefined && from === undefined) return undefined
  if (smtpUrl === undefined) throw new ConfigError('CLOUDDISK_SMTP_URL: required with CLOUDDISK_MAIL_FROM.')
  if (from === undefined) throw new ConfigError('CLOUDDISK_MAIL_FROM: required with CLOUDDISK_SMTP_URL.')
  if (publicOrigin === undefined)
    throw new ConfigError(
      'CLOUDDISK_PUBLIC_URL: required with CLOUDDISK_SMTP_URL, as emails link to the page.',
    )
  return { smtpUrl, from }
}
