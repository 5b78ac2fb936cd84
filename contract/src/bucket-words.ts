import type { Language } from './errors.ts'
import { counted } from './format.ts'

/** What is tried on a bucket before it is used, and the results, as texts. */

type Words = readonly [chinese: string, english: string]

const STEPS = {
  reach: ['连接存储桶', 'Connect to the bucket'],
  write: ['写入对象', 'Write an object'],
  encrypt: ['由存储加密', 'Encrypt in the store'],
  read: ['读取部分内容', 'Read part of an object'],
  parts: ['分片上传', 'Upload in parts'],
  overwrite: ['防止覆盖', 'Prevent overwriting'],
  cors: ['允许浏览器访问', 'Allow browser access'],
  content: ['核对已有内容', 'Check existing content'],
} as const satisfies Record<string, Words>

export type BucketStep = keyof typeof STEPS
export const BUCKET_STEPS = Object.keys(STEPS) as BucketStep[]

const REASONS = {
  access_key: ['访问密钥不存在。请检查 Access Key。', 'The store doesn’t know this access key. Check it.'],
  secret_key: ['私有密钥错误。请检查 Secret Key。', 'The secret key is wrong. Check it.'],
  clock: [
    '本机与存储的时钟相差超过 15 分钟。请校准时钟。',
    'The server’s clock and the store’s differ by more than 15 minutes. Set the clock.',
  ],
  no_bucket: [
    '存储桶 {bucket} 不存在。请先创建，或检查名称。',
    'The bucket {bucket} doesn’t exist. Create it, or check its name.',
  ],
  no_store: [
    '{endpoint} 不是 S3 存储（{status}）。请检查地址和端口。',
    '{endpoint} isn’t an S3 store ({status}). Check the address and port.',
  ],
  region: ['存储桶不在区域 {region}。请检查区域。', 'The bucket isn’t in region {region}. Check the region.'],
  full: ['存储已满，或配额已用完。请先扩容。', 'The store is full, or its quota is used up. Add capacity.'],
  refused: [
    '{endpoint} 拒绝用这组密钥访问存储桶 {bucket}。请检查密钥及其权限。',
    '{endpoint} refuses these keys for the bucket {bucket}. Check the keys and their permissions.',
  ],
  strange: [
    '{endpoint} 响应异常：{status} {message}。请确认它是 S3 存储。',
    'Unexpected response from {endpoint}: {status} {message}. Check that it’s an S3 store.',
  ],
  unreachable: [
    '连不上 {endpoint}：{message}。请检查地址和网络。',
    'Can’t reach {endpoint}: {message}. Check the address and the network.',
  ],
  silent: [
    '连不上 {endpoint}：该端口没有服务。请检查地址和端口。',
    'Can’t reach {endpoint}: connection refused. Check the address and port.',
  ],
  no_name: [
    '连不上 {endpoint}：域名不存在。请检查地址。',
    'Can’t reach {endpoint}: the host name wasn’t found. Check the address.',
  ],
  late: [
    '连不上 {endpoint}：连接超时。请检查地址和网络。',
    'Can’t reach {endpoint}: the connection timed out. Check the address and the network.',
  ],
  slow: [
    '{endpoint} 响应太慢：{seconds} 秒内没有完成检查。请检查存储和网络。',
    '{endpoint} is too slow: the check didn’t finish within {seconds} s. Check the store and the network.',
  ],
  endless: [
    '{endpoint} 的响应超过 {most}，不像 S3 存储。请检查地址和端口。',
    '{endpoint} sent a response of more than {most}, which no S3 store does. Check the address and port.',
  ],
  certificate: [
    '连不上 {endpoint}：证书不受信任或已过期。请更换证书，或让服务器信任其颁发者。',
    'Can’t reach {endpoint}: its certificate isn’t trusted or has expired. Renew it, or make the server trust its issuer.',
  ],
  cannot_encrypt: [
    '可能因为要求存储用 {by} 加密而被拒绝。请在存储上配置密钥并在这里填写，或关闭存储加密（服务器配置的存储桶：CLOUDDISK_S3_KMS_KEY、CLOUDDISK_S3_ENCRYPTION）。',
    'Encryption by {by} was requested, which may be why. Set up its keys and enter one here, or turn encryption by the store off (for the server’s own bucket: CLOUDDISK_S3_KMS_KEY, CLOUDDISK_S3_ENCRYPTION).',
  ],
  not_encrypted: [
    '存储没有按要求用 {by} 加密（响应：{says}）。请在存储上启用加密，或关闭存储加密（服务器配置的存储桶：CLOUDDISK_S3_ENCRYPTION）。',
    'The store ignored the request to encrypt by {by} (response: {says}). Set up encryption there, or turn encryption by the store off (for the server’s own bucket: CLOUDDISK_S3_ENCRYPTION).',
  ],
  ranges: [
    '读回的内容与写入的不同。请检查存储，以及网络中是否有设备改动内容。',
    'What was read back differs from what was written. Check the store, and whether something in between changes responses.',
  ],
  unlisted: [
    '存储不支持列出未完成的上传，残留无法清理。请更换存储。',
    'The store can’t list unfinished uploads, so leftovers can’t be cleaned up. Use another store.',
  ],
  overwrites: [
    '存储不能防止对象被覆盖，上传将经过服务器。',
    'The store can’t protect objects from being overwritten, so uploads go through the server.',
  ],
  cors: [
    '浏览器无法访问此存储桶，且不能在这里设置。请在存储上设置 CORS：来源 {origins}；方法 {methods}；所有请求头；公开 ETag。或把上传方式改为经过服务器。',
    'Browsers can’t access this bucket, and it can’t be set up from here. Set its CORS rules: origins {origins}; methods {methods}; all headers; ETag exposed. Or send uploads through the server.',
  ],
  foreign: [
    '其中已有 {count} 个对象，都不属于本系统。请使用专用的空存储桶。',
    'It holds objects ({count}) that aren’t Clouddisk’s. Use an empty, dedicated bucket.',
  ],
  named: [
    '它属于另一套 Clouddisk（见其中的对象 {object}）。请使用专用的空存储桶；如果那套系统已停用，请先清空它。',
    'It belongs to another Clouddisk installation (see its object {object}). Use an empty, dedicated bucket. If that installation is gone, empty this bucket first.',
  ],
  missing: [
    '这不是原来的存储桶：抽查了 {count} 个内容，缺少 {missing} 个。请检查地址和名称。',
    'This isn’t the same bucket: of {count} items checked, {missing} are missing. Check the address and the name.',
  ],
} as const satisfies Record<string, Words>

export type BucketReason = keyof typeof REASONS
export const BUCKET_REASONS = Object.keys(REASONS) as BucketReason[]

const at = (words: Words, language: Language): string => words[language === 'zh-CN' ? 0 : 1]

export const bucketStepText = (step: BucketStep, language: Language): string => at(STEPS[step], language)

export const bucketReasonText = (
  reason: BucketReason,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): string =>
  at(REASONS[reason], language).replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))

/** What still names a bucket: `bucket_in_use`. */
export interface BucketHolds {
  readonly objects: number
  /** On their way out. */
  readonly leaving: number
  readonly uploads: number
  /** Whose these are, the first of them. */
  readonly people: readonly string[]
  readonly morePeople: number
  /** When the last of these has ended by itself; an instant. */
  readonly until: string | null
  readonly homes: number
}

/** The words of `bucket_in_use` for each thing that holds a bucket, with what helps against it. */
export function bucketHoldsWords(
  { objects, leaving, uploads, people, morePeople, until, homes }: BucketHolds,
  language: Language,
): string {
  const zh = language === 'zh-CN'
  const time = `${until?.slice(0, 16).replace('T', ' ')} UTC`
  const whose = people.join(zh ? '、' : ', ')
  const others = zh ? `等 ${people.length + morePeople} 人` : ` and ${morePeople} more`
  const of = morePeople > 0 ? whose + others : whose
  const words: readonly (readonly [number, string, string])[] = [
    [
      objects,
      `仍有 ${objects} 个内容，请先迁到其他存储桶。`,
      `${counted(objects, 'object')} in it: move them to another bucket first.`,
    ],
    [
      uploads,
      `${uploads} 个未完成的上传（${of}）：请等待完成，或在“未完成的上传”中取消；最晚 ${time} 自动结束。`,
      `${counted(uploads, 'unfinished upload')} of ${of}: wait for them to finish, or cancel them in “Unfinished uploads”. They end automatically by ${time}.`,
    ],
    [
      leaving,
      `${leaving} 个不再需要的对象，一天内自动清除。`,
      `${counted(leaving, 'object')} no longer needed: removed automatically within a day.`,
    ],
    [
      homes,
      `${homes} 个空间或部门归属于它，请先更改。`,
      `Home of ${counted(homes, 'space or department', 'spaces or departments')}: choose another one first.`,
    ],
  ]
  const shown = words.filter(([count]) => count > 0).map(([, chinese, english]) => (zh ? chinese : english))
  return shown.join(zh ? '' : ' ')
}
