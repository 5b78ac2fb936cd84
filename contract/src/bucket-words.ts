import type { Language } from './errors.ts'
import { counted } from './format.ts'

/** What is tried on a bucket before it is used, and what came of it, in words. */

type Words = readonly [chinese: string, english: string]

const STEPS = {
  reach: ['连接存储桶', 'Reach the bucket'],
  write: ['写入对象', 'Write an object'],
  encrypt: ['由存储加密', 'Have it encrypted by the store'],
  read: ['从中间读取', 'Read from its middle'],
  parts: ['分片上传', 'Upload in parts'],
  overwrite: ['保护已存内容', 'Keep what is stored'],
  cors: ['允许网页访问', 'Let pages in'],
  content: ['核对其中的内容', 'Hold our content'],
} as const satisfies Record<string, Words>

export type BucketStep = keyof typeof STEPS
export const BUCKET_STEPS = Object.keys(STEPS) as BucketStep[]

const REASONS = {
  access_key: [
    '存储不认识这个访问密钥。请检查 Access Key。',
    'The store does not know this access key. Check it.',
  ],
  secret_key: ['密钥不对。请检查 Secret Key。', 'The secret key is wrong. Check it.'],
  clock: [
    '本机与存储的时钟相差超过 15 分钟。请校准时钟。',
    'This machine’s clock and the store’s differ by more than 15 minutes. Set the clock.',
  ],
  no_bucket: [
    '没有存储桶 {bucket}。请先创建，或检查名称。',
    'There is no bucket {bucket}. Create it, or check its name.',
  ],
  no_store: [
    '{endpoint} 上回答的不是 S3 存储（{status}）。请检查地址和端口。',
    'What answers at {endpoint} is no store of S3’s protocol ({status}). Check the address and the port.',
  ],
  region: [
    '存储桶不在区域 {region}。请检查区域。',
    'The bucket is not in region {region}. Check the region.',
  ],
  full: ['存储已满，或配额用完。请先扩容。', 'The store has no room left, or its quota is used up.'],
  refused: [
    '{endpoint} 拒绝了这组密钥访问存储桶 {bucket}：密钥属于别处，或权限不足。',
    '{endpoint} refuses these keys for bucket {bucket}: they lack a right, or are another’s.',
  ],
  strange: [
    '{endpoint} 的回答不正常：{status} {message}。请检查它是不是 S3 存储。',
    '{endpoint} answers {status} {message}. Check that a store of S3’s protocol is there.',
  ],
  unreachable: [
    '连不上 {endpoint}：{message}。请检查地址，以及中间的网络是否放行。',
    '{endpoint} cannot be reached: {message}. Check the address, and whether anything in between lets it through.',
  ],
  silent: [
    '连不上 {endpoint}：这个端口上没有服务。请检查地址和端口。',
    '{endpoint} cannot be reached: nothing answers at this port. Check the address and the port.',
  ],
  no_name: [
    '连不上 {endpoint}：找不到这个域名。请检查地址。',
    '{endpoint} cannot be reached: nobody knows this name. Check the address.',
  ],
  late: [
    '连不上 {endpoint}：等了太久没有回答。请检查地址，以及中间的网络是否放行。',
    '{endpoint} cannot be reached: it took too long to answer. Check the address, and whether anything in between lets it through.',
  ],
  slow: [
    '{endpoint} 回答得太慢：试了 {seconds} 秒还没有试完。请检查存储，以及中间的网络。',
    '{endpoint} answers too slowly: after {seconds} s there was no end to it. Check the store, and the network in between.',
  ],
  endless: [
    '{endpoint} 的一次回答超过 {most}，不像 S3 存储。请检查地址和端口。',
    '{endpoint} gives an answer of more than {most}, as no store of S3’s protocol does. Check the address and the port.',
  ],
  certificate: [
    '连不上 {endpoint}：它的证书不可信或已过期。请更换证书，或让服务器信任签发者。',
    '{endpoint} cannot be reached: its certificate is not trusted, or has expired. Renew it, or have the server trust its issuer.',
  ],
  cannot_encrypt: [
    '写入时要求存储用 {by} 加密，可能因此被拒绝。请在存储上配置密钥并在这里填写，或不要求存储加密（服务器配置的存储桶：CLOUDDISK_S3_KMS_KEY、CLOUDDISK_S3_ENCRYPTION）。',
    'It was asked to encrypt what it takes by {by}, which may be why. Set its keys up and name one here, or don’t ask for it (of the server’s own bucket: CLOUDDISK_S3_KMS_KEY, CLOUDDISK_S3_ENCRYPTION).',
  ],
  not_encrypted: [
    '存储收下了要求用 {by} 加密的内容，却没有照做（它的回答：{says}）。请在存储上启用加密，或不要求它加密（服务器配置的存储桶：CLOUDDISK_S3_ENCRYPTION）。',
    'The store took what was to be encrypted by {by} and did not do it (it says: {says}). Set it up to encrypt, or don’t ask for it (of the server’s own bucket: CLOUDDISK_S3_ENCRYPTION).',
  ],
  ranges: [
    '从对象中间读回的内容和写入的不同。存储有故障，或中间有设备改动了内容。',
    'What comes back from the middle of an object is not what was sent. The store is broken, or something between changes bodies or ranges.',
  ],
  unlisted: [
    '存储不列出未完成的上传，残留将无法清理。请换一个存储。',
    'The store does not list its unfinished uploads. Leftovers could not be found: use another one.',
  ],
  overwrites: [
    '存储不能防止对象被覆盖，所以上传会经过服务器。',
    'The store does not keep objects from being written over, so what is uploaded goes through this server.',
  ],
  cors: [
    '网页不能访问这个存储桶，而且不能从这里设置。请在存储上设置 CORS：来源 {origins}；方法 {methods}；所有请求头；公开 ETag。或把上传方式改为经过服务器。',
    'Pages may not talk to this bucket, and the store does not let that be set from here. Set its CORS rules: origins {origins}; methods {methods}; all headers; ETag exposed. Or have uploads go through the server.',
  ],
  foreign: [
    '里面有 {count} 个对象，没有一个是这里的。请换一个专用的空存储桶。',
    'It holds objects ({count}), and none of them is ours. Use an empty bucket of its own.',
  ],
  named: [
    '它属于另一套 Clouddisk（见其中的对象 {object}）。请换一个专用的空存储桶；如果那一套已不再使用，请先清空它。',
    'It belongs to another installation of Clouddisk (its object {object} says which). Use an empty bucket of its own; where that installation is gone for good, empty this one first.',
  ],
  missing: [
    '这不是原来的存储桶：查了 {count} 个内容，{missing} 个不在里面。',
    'This is another bucket than before: of what was looked for ({count}), something is not in it ({missing}).',
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
      `${objects} 个内容在里面，请先迁到别的存储桶。`,
      `${counted(objects, 'object')} in it: move everything to another bucket first.`,
    ],
    [
      uploads,
      `${uploads} 个未完成的上传（${of}）：迁移没有用，请等它们完成，或在“未完成的上传”里结束它们；最晚 ${time} 自动结束。`,
      `${counted(uploads, 'unfinished upload')} of ${of}: moving does not help. Have it finished, end it under “Unfinished uploads”, or wait: by ${time} all end by themselves.`,
    ],
    [
      leaving,
      `${leaving} 个不再需要的对象，一天内会自动清除。`,
      `${counted(leaving, 'object')} that nobody needs any more: gone by itself within a day.`,
    ],
    [
      homes,
      `${homes} 个空间或部门以它为归属，请先改掉。`,
      `The home of ${counted(homes, 'space or department', 'spaces or departments')}: choose another one for each.`,
    ],
  ]
  const said = words.filter(([count]) => count > 0).map(([, chinese, english]) => (zh ? chinese : english))
  return said.join(zh ? '' : ' ')
}
