import type { Language } from './errors.ts'

/** What is tried of a cluster, and what was found, as texts. */

type Words = readonly [chinese: string, english: string]

const CHECKS = {
  antivirus: ['杀毒服务', 'Antivirus'],
  preview: ['预览服务', 'Preview'],
  coediting: ['协同编辑服务', 'Co-editing'],
  bucket: ['存储桶', 'Bucket'],
} as const satisfies Record<string, Words>

export type ClusterCheck = keyof typeof CHECKS
export const CLUSTER_CHECKS = Object.keys(CHECKS) as ClusterCheck[]

const FAULTS = {
  unknown_host: [
    '找不到主机 {host}。请检查地址或 DNS。',
    'There is no host {host}. Check the address or DNS.',
  ],
  refused: [
    '{target} 拒绝连接。请检查端口，以及服务是否在运行。',
    '{target} refuses connections. Check the port, and whether the service runs.',
  ],
  timeout: [
    '{target} 在 {seconds} 秒内没有应答。请检查地址和防火墙。',
    '{target} didn’t answer within {seconds} seconds. Check the address and firewalls.',
  ],
  certificate: ['{target} 的证书无效。请检查证书。', 'The certificate of {target} isn’t valid. Check it.'],
  not_clamd: [
    '{target} 有应答，但不是 clamd。请检查地址和端口。',
    '{target} answers, but it isn’t clamd. Check the address and port.',
  ],
  not_office: [
    '{target} 有应答，但没有 WOPI discovery，不是在线编辑服务。请检查地址。',
    '{target} answers, but has no WOPI discovery, so it isn’t an Office server. Check the address.',
  ],
  http_status: [
    '{target} 返回 HTTP {status}。请检查服务。',
    '{target} answers with HTTP {status}. Check the service.',
  ],
  broken: [
    '与 {target} 的连接中断。请检查服务。',
    'The connection to {target} broke off. Check the service.',
  ],
  away: ['存储桶无法访问。请在存储管理中检查。', 'The bucket can’t be reached. Check it under Storage.'],
  foreign: [
    '存储桶属于另一个安装。请选择其他存储桶。',
    'The bucket belongs to another installation. Choose another.',
  ],
  unknown_bucket: [
    '没有服务器配置这个存储桶。请从集群中移除它。',
    'No server knows this bucket. Remove it from the cluster.',
  ],
} as const satisfies Record<string, Words>

export type ClusterFault = keyof typeof FAULTS
export const CLUSTER_FAULTS = Object.keys(FAULTS) as ClusterFault[]

const inLanguage = ([zh, en]: Words, language: Language): string => (language === 'zh-CN' ? zh : en)

export const clusterCheckText = (check: ClusterCheck, language: Language): string =>
  inLanguage(CHECKS[check], language)

export const clusterFaultText = (
  fault: ClusterFault,
  language: Language,
  details: Readonly<Record<string, string | number>>,
): string =>
  inLanguage(FAULTS[fault], language).replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    String(details[key] ?? whole),
  )

/** Of a virus scanner: its version, with the number and date of its signatures where it has them. */
export const signatureText = (signature: string, at: Date | null, language: Language): string => {
  const [engine = '', number] = signature.split('/')
  if (number === undefined)
    return inLanguage(
      [`ClamAV ${engine}，病毒库没有版本号。`, `ClamAV ${engine}, signatures without a number.`],
      language,
    )
  const day = at?.toISOString().slice(0, 10)
  return inLanguage(
    [
      `ClamAV ${engine}，病毒库 ${number}${day ? `（${day}）` : ''}。`,
      `ClamAV ${engine}, signatures ${number}${day ? ` of ${day}` : ''}.`,
    ],
    language,
  )
}
