import { LIMITS } from '@clouddisk/contract/limits'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { environmentWarnings } from './deprecated.ts'
import { maskedConfig } from './masked.ts'

const read = (env: Record<string, string>) => readConfig(env, '/srv/clouddisk')

const STORE = {
  CLOUDDISK_S3_ENDPOINT: 'http://store:9000',
  CLOUDDISK_S3_BUCKET: 'disk-content',
  CLOUDDISK_S3_ACCESS_KEY: 'key',
  CLOUDDISK_S3_SECRET_KEY: 's3cret',
}

const NO_RULES = { extensions: [], contents: [] }

describe('the environment', () => {
  it('needs nothing to be set', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: '/srv/clouddisk/data',
      publicOrigin: undefined,
      databaseUrl: undefined,
      dedup: 'instance',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      speedLimit: null,
      scrubDays: 30,
      scrubSpeed: 32 * 1024 ** 2,
      conversions: expect.any(Number),
      searchBelowMax: 50_000,
      searchTexts: { bytes: 200 * 1024 ** 2, ms: 3000 },
      derivedBytes: 20 * 1024 ** 3,
      limits: LIMITS,
      environment: new Map(),
      unknownVariables: [],
      deprecatedVariables: [],
    })
  })

  it('takes an empty variable for an unset one', () => {
    expect(read({ PORT: '', CLOUDDISK_DATA: ' ' })).toEqual(read({}))
  })

  it('knows which settings it sets, by their current names, and by which variable', () => {
    const { environment } = read({
      CLOUDDISK_DEDUP: 'off',
      CLOUDDISK_PARTS_AT_ONCE: '2',
      CLOUDDISK_TITLE: ' ',
    })
    expect([...environment]).toEqual([
      ['CLOUDDISK_DEDUP', 'CLOUDDISK_DEDUP'],
      ['CLOUDDISK_PART_CONCURRENCY', 'CLOUDDISK_PARTS_AT_ONCE'],
    ])
  })

  it('reads every variable', () => {
    const config = read({
      HOST: '::',
      PORT: '0',
      CLOUDDISK_DATA: '/var/lib/clouddisk',
      CLOUDDISK_PUBLIC_URL: 'https://disk.example.com/disk/',
      DATABASE_URL: 'postgres://u:p@db/clouddisk',
      CLOUDDISK_ADMIN_PASSWORD: 'Correct-horse1',
      CLOUDDISK_OPEN_BROWSER: '1',
      CLOUDDISK_LOG_LEVEL: 'debug',
      CLOUDDISK_TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback',
      CLOUDDISK_DEDUP: 'user',
      CLOUDDISK_ARCHIVE_DOWNLOAD: 'off',
      CLOUDDISK_EMPTY_FILES: 'off',
      CLOUDDISK_LOCAL_HELPER: '0',
      CLOUDDISK_HELPER_TEST_PORTS: '1',
      CLOUDDISK_REDIRECT_ORIGINS: 'sso.example.com,http://intranet:8000',
      CLOUDDISK_HTTP_PROVIDERS: 'http://sso.intranet:8080',
      CLOUDDISK_REGIONS: 'eu=欧洲|Europe',
      CLOUDDISK_PLATFORMS: 'a=甲|A, b=乙|B',
      CLOUDDISK_TITLE: 'Drive',
      CLOUDDISK_SMTP_URL: 'smtp://u:p@mail.example.com:587',
      CLOUDDISK_MAIL_FROM: 'Drive <disk@example.com>',
      CLOUDDISK_TIME_ZONE: 'Asia/Shanghai',
      CLOUDDISK_RENAME_MAX: '60',
      CLOUDDISK_FOLDER_MAX: '200',
      CLOUDDISK_PERSON_CAPACITY: '5G',
      CLOUDDISK_GROUP_CAPACITY: '7G',
      CLOUDDISK_UPLOAD_FILES: '700',
      CLOUDDISK_UPLOAD_FILES_CLIENT: '3000',
      CLOUDDISK_BANDWIDTH_LIMIT: '20M',
      CLOUDDISK_SCRUB_DAYS: '7',
      CLOUDDISK_SCRUB_BANDWIDTH: '1G',
      CLOUDDISK_CONVERSIONS: '4',
      CLOUDDISK_ICAP_URL: 'icap://scanner/avscan',
      CLOUDDISK_IMPORT_FOLDERS: '/srv/old:/mnt/nas/',
      CLOUDDISK_ICAP_MAX_BYTES: '100M',
      CLOUDDISK_ICAP_TIMEOUT_SECONDS: '60',
      CLOUDDISK_ICAP_CONCURRENCY: '2',
      CLOUDDISK_DERIVED_BYTES: '5G',
      CLOUDDISK_UPLOAD_CONCURRENCY: '3',
      CLOUDDISK_PART_CONCURRENCY: '5',
      ...STORE,
      CLOUDDISK_S3_REGION: 'eu-west-1',
      CLOUDDISK_S3_PUBLIC_ENDPOINT: 'https://s3.example.com/',
      CLOUDDISK_S3_UPLOADS: 'proxied',
      CLOUDDISK_S3_DOWNLOADS: 'presigned',
      CLOUDDISK_BACKUP_S3_ENDPOINT: 'https://away.example.com',
      CLOUDDISK_BACKUP_S3_ACCESS_KEY: 'other',
      CLOUDDISK_BACKUP_S3_SECRET_KEY: '0ther',
      CLOUDDISK_STORAGE_DRIVER: 'disk',
      CLOUDDISK_CLUSTER: '0',
      CLOUDDISK_DRAIN_SECONDS: '7',
      CLOUDDISK_SHUTDOWN_TIMEOUT_SECONDS: '60',
    })
    expect(config).toEqual({
      cluster: false,
      drainSeconds: 7,
      finishSeconds: 60,
      host: '::',
      port: 0,
      dataDir: '/var/lib/clouddisk',
      publicOrigin: 'https://disk.example.com',
      databaseUrl: 'postgres://u:p@db/clouddisk',
      s3: {
        endpoint: 'http://store:9000',
        publicEndpoint: 'https://s3.example.com',
        bucket: 'disk-content',
        region: 'eu-west-1',
        accessKey: 'key',
        secretKey: 's3cret',
        uploads: 'proxied',
        downloads: 'presigned',
      },
      backupS3: {
        endpoint: 'https://away.example.com',
        region: 'us-east-1',
        accessKey: 'other',
        secretKey: '0ther',
      },
      content: 'disk',
      contentIsPinned: true,
      adminPassword: 'Correct-horse1',
      openBrowser: true,
      logLevel: 'debug',
      trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
      dedup: 'user',
      archiveDownload: false,
      emptyFiles: false,
      localHelper: false,
      helperTestPorts: true,
      signInOrigins: ['https://sso.example.com', 'http://intranet:8000'],
      httpProviders: ['http://sso.intranet:8080'],
      regions: [{ id: 'eu', 'zh-CN': '欧洲', 'en-US': 'Europe' }],
      platforms: [
        { id: 'a', 'zh-CN': '甲', 'en-US': 'A' },
        { id: 'b', 'zh-CN': '乙', 'en-US': 'B' },
      ],
      title: 'Drive',
      mail: { smtpUrl: 'smtp://u:p@mail.example.com:587', from: 'Drive <disk@example.com>' },
      timeZone: 'Asia/Shanghai',
      speedLimit: 20 * 1024 ** 2,
      scrubDays: 7,
      scrubSpeed: 1024 ** 3,
      conversions: 4,
      icapUrl: 'icap://scanner/avscan',
      importFolders: ['/srv/old', '/mnt/nas'],
      icapLimits: { bytesMax: 100 * 1024 ** 2, seconds: 60, concurrency: 2 },
      contentCheckMs: 3000,
      antivirus: { unscanned: 'hold', waitMs: 3000, rescanSpeed: 32 * 1024 ** 2 },
      searchBelowMax: 50_000,
      searchTexts: { bytes: 200 * 1024 ** 2, ms: 3000 },
      derivedBytes: 5 * 1024 ** 3,
      limits: {
        ...LIMITS,
        syncSpeed: 20 * 1024 ** 2,
        renameMax: 60,
        folderMax: 200,
        personCapacity: 5 * 1024 ** 3,
        groupCapacity: 7 * 1024 ** 3,
        uploadFilesWeb: 700,
        uploadFilesClient: 3000,
        iUploadLimit: 3,
        partsInFlight: 5,
      },
      fileRules: { everybody: NO_RULES, visitors: NO_RULES },
      environment: expect.any(Map),
      unknownVariables: [],
      deprecatedVariables: [],
    })
  })

  it.each([
    ['HOST', 'http://here'],
    ['PORT', '65536'],
    ['CLOUDDISK_BANDWIDTH_LIMIT', '1K'],
    ['CLOUDDISK_SCRUB_DAYS', '-1'],
    ['CLOUDDISK_SCRUB_BANDWIDTH', '1K'],
    ['CLOUDDISK_CONVERSIONS', '65'],
    ['CLOUDDISK_ICAP_URL', 'http://scanner/avscan'],
    ['CLOUDDISK_ICAP_MAX_BYTES', 'much'],
    ['CLOUDDISK_ICAP_TIMEOUT_SECONDS', '0'],
    ['CLOUDDISK_ICAP_CONCURRENCY', '0'],
    ['CLOUDDISK_DERIVED_BYTES', 'much'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['CLOUDDISK_PUBLIC_URL', 'disk.example.com'],
    ['CLOUDDISK_PUBLIC_URL', 'https://disk.example.com/other'],
    ['CLOUDDISK_PUBLIC_URL', 'ftp://disk.example.com'],
    ['DATABASE_URL', 'mysql://db/clouddisk'],
    ['CLOUDDISK_ADMIN_PASSWORD', 'short'],
    ['CLOUDDISK_OPEN_BROWSER', 'perhaps'],
    ['CLOUDDISK_LOG_LEVEL', 'loud'],
    ['CLOUDDISK_TRUSTED_PROXIES', '10.0.0.0/8,proxy'],
    ['CLOUDDISK_DEDUP', 'all'],
    ['CLOUDDISK_REDIRECT_ORIGINS', 'https://sso.example.com/path'],
    ['CLOUDDISK_REGIONS', 'eu'],
    ['CLOUDDISK_SMTP_URL', 'mail.example.com'],
    ['CLOUDDISK_TIME_ZONE', 'Asia/Nowhere'],
    ['CLOUDDISK_TIME_ZONE', '+08:00'],
    ['CLOUDDISK_MAIL_FROM', 'nobody'],
    ['CLOUDDISK_MAIL_FROM', 'a@b\r\nBcc: c@d'],
    ['CLOUDDISK_RENAME_MAX', '256'],
    ['CLOUDDISK_FOLDER_MAX', '0'],
    ['CLOUDDISK_PERSON_CAPACITY', '-5'],
    ['CLOUDDISK_PERSON_CAPACITY', '20 X'],
    ['CLOUDDISK_UPLOAD_CONCURRENCY', '4'],
    ['CLOUDDISK_PART_CONCURRENCY', '6'],
    ['CLOUDDISK_S3_ENDPOINT', 'https://store/path'],
    ['CLOUDDISK_S3_ENDPOINT', 'store:9000'],
    ['CLOUDDISK_S3_BUCKET', 'Content_1'],
    // The disk's own name.
    ['CLOUDDISK_S3_BUCKET', 'clouddisk'],
    ['CLOUDDISK_S3_UPLOADS', 'both'],
    ['CLOUDDISK_S3_DOWNLOADS', 'direct'],
    ['CLOUDDISK_STORAGE_DRIVER', 's3'],
    ['CLOUDDISK_S3_ENCRYPTION', 'aes'],
    ['CLOUDDISK_S3_KMS_KEY', 'without'],
    ['CLOUDDISK_ENCRYPTION', 'aes'],
    ['CLOUDDISK_ENCRYPTION', 'on'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const attempt = () => read({ [name]: value })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^${name}: .+\\.$`))
  })

  it.each([
    { CLOUDDISK_SMTP_URL: 'smtp://mail' },
    { CLOUDDISK_MAIL_FROM: 'a@b.example' },
    { CLOUDDISK_SMTP_URL: 'smtp://mail', CLOUDDISK_MAIL_FROM: 'a@b.example' },
    { CLOUDDISK_MAIL_FROM: 'a@b.example', CLOUDDISK_PUBLIC_URL: 'https://disk.example.com' },
  ])('takes no half of what mail needs', (env) => {
    expect(() => read(env)).toThrow(/^CLOUDDISK_(SMTP_URL|MAIL_FROM|PUBLIC_URL): required with/)
  })

  it('takes no half of what a store needs', () => {
    for (const name of Object.keys(STORE))
      expect(() => read({ ...STORE, [name]: undefined })).toThrow(`${name}: required with`)
    expect(() => read({ CLOUDDISK_S3_REGION: 'eu-west-1' })).toThrow('CLOUDDISK_S3_ENDPOINT: required with')
  })

  it('encrypts what comes once there is a key, which comes from one place', () => {
    const KEY = 'CLOUDDISK_ENCRYPTION_KEY'
    const file = read({ [`${KEY}_FILE`]: 'keys/master' }).encryption
    expect(file).toEqual({
      isOn: true,
      variable: `${KEY}_FILE`,
      source: { file: '/srv/clouddisk/keys/master' },
    })
    expect(read({ [KEY]: 's3cret', CLOUDDISK_ENCRYPTION: 'off' }).encryption).toMatchObject({ isOn: false })
    expect(() => read({ [KEY]: 's3cret', [`${KEY}_COMMAND`]: 'vault' })).toThrow(
      /^CLOUDDISK_ENCRYPTION_KEY_COMMAND: cannot be combined with CLOUDDISK_ENCRYPTION_KEY\. Set one of them\.$/,
    )
    const straight = { ...STORE, [KEY]: 's3cret', CLOUDDISK_S3_UPLOADS: 'direct' }
    expect(() => read(straight)).toThrow(/^CLOUDDISK_S3_UPLOADS: direct uploads bypass the server/)
    expect(read({ ...straight, CLOUDDISK_ENCRYPTION: 'off' }).s3?.uploads).toBe('direct')
  })

  it('sends what comes to the store, once there is one', () => {
    expect(read(STORE)).toMatchObject({
      content: 's3',
      s3: {
        region: 'us-east-1',
        publicEndpoint: 'http://store:9000',
        uploads: 'direct',
        downloads: 'proxied',
      },
    })
  })

  it('does not repeat a refused secret', () => {
    expect(() => read({ CLOUDDISK_ADMIN_PASSWORD: 'hunter2' })).not.toThrow(/hunter2/)
  })

  it('tells variables that mean nothing', () => {
    expect(read({ CLOUDDISK_DEDUPE: 'off', PATH: '/bin' }).unknownVariables).toEqual(['CLOUDDISK_DEDUPE'])
  })

  it('reads a setting by its old name, and warns of it', () => {
    const config = read({ CLOUDDISK_HEAL_FROM: '/backups' })
    expect(config).toMatchObject({ repairFrom: '/backups', unknownVariables: [] })
    expect(environmentWarnings(config)).toEqual([
      'CLOUDDISK_HEAL_FROM is deprecated; use CLOUDDISK_REPAIR_FROM',
    ])
    const both = read({ CLOUDDISK_HEAL_FROM: '/old', CLOUDDISK_REPAIR_FROM: '/backups' })
    expect(both.repairFrom).toBe('/backups')
    expect(() => read({ CLOUDDISK_SYNC_SPEED: '1K' })).toThrow(/^CLOUDDISK_SYNC_SPEED: /)
  })
})

describe('the masked configuration', () => {
  it('shows every variable and no secret', () => {
    const masked = maskedConfig(
      read({
        DATABASE_URL: 'postgres://u:s3cret@db/x?password=s3cret',
        CLOUDDISK_ADMIN_PASSWORD: 'S3cret-word',
        CLOUDDISK_SMTP_URL: 'smtp://u:s3cret@mail',
        ...STORE,
        CLOUDDISK_ENCRYPTION_KEY: 's3cret',
        CLOUDDISK_MAIL_FROM: 'a@b.example',
        CLOUDDISK_PUBLIC_URL: 'https://disk.example.com',
      }),
    )
    expect(JSON.stringify(masked)).not.toMatch(/s3cret/i)
    expect(masked.DATABASE_URL).toContain('@db/x')
    expect(masked.PORT).toBe(8080)
  })
})
