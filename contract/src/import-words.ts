import type { Language } from './errors.ts'
import type { ImportOutcome } from './imports.ts'

/** What became of a file, in words, for the page and the workbook. */
const OUTCOMES: Record<ImportOutcome, readonly [string, string]> = {
  imported: ['已导入', 'Imported'],
  there: ['已存在', 'Already here'],
  keptBoth: ['同名并存', 'Kept both'],
  skipped: ['已跳过', 'Skipped'],
  failed: ['失败', 'Failed'],
}

export const importOutcomeText = (outcome: ImportOutcome, language: Language): string =>
  OUTCOMES[outcome][language === 'zh-CN' ? 0 : 1]

/** Why an old drive cannot be read. The details of the error have `fault`, and what its text needs. */
const FAULTS = {
  silent: ['没有及时回答', 'it didn’t answer in time'],
  refused: ['连接被拒绝', 'the connection was refused'],
  unknownHost: ['找不到此主机名', 'its host name is unknown'],
  certificate: ['证书无效或已过期', 'its certificate is invalid or has expired'],
  cut: ['连接中断', 'the connection was cut'],
  network: ['网络错误 {code}', 'network error {code}'],
  disk: ['读取服务器上的文件夹出错（{code}）', 'reading the folder on the server failed ({code})'],
  forbiddenHost: ['不允许访问主机 {host}', 'the host {host} isn’t allowed'],
  status: ['返回 HTTP {status}', 'it answered HTTP {status}'],
  signIn: ['要求以 {scheme} 方式登录，而不是 Basic', 'it asks for sign-in by {scheme} instead of Basic'],
  length: ['没有说明文件大小', 'it doesn’t say how large the file is'],
  encoded: ['压缩了文件内容', 'it compressed the file'],
  redirect: ['转到了另一台服务器 {host}', 'it redirects to another server, {host}'],
  redirects: ['转向次数过多', 'it redirects too often'],
  notDav: ['不是 WebDAV 的回答', 'this isn’t an answer of WebDAV'],
  tooLong: ['回答过长', 'the answer is too long'],
  otherFolder: ['回答的是另一个文件夹', 'it is about another folder'],
} as const satisfies Record<string, readonly [chinese: string, english: string]>
export type ImportFault = keyof typeof FAULTS

export function importFaultText(details: Readonly<Record<string, unknown>>, language: Language): string {
  const words = FAULTS[details.fault as ImportFault][language === 'zh-CN' ? 0 : 1]
  return words.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
}
