import type { DirectoryProblem, DirectoryProblemKind } from './directory-runs.ts'
import type { Language } from './errors.ts'

/** Words about directories that the page and the server share. */

/** Why a directory cannot be read. The details of the error have `fault`, and what its text needs. */
const FAULTS = {
  silent: [
    '没有及时回答。请检查地址、端口和防火墙。',
    'It didn’t answer in time. Check address, port and firewall.',
  ],
  refused: ['连接被拒绝。请检查地址和端口。', 'The connection was refused. Check address and port.'],
  unknownHost: ['找不到此主机名。请检查地址。', 'Its host name is unknown. Check the address.'],
  cut: ['连接中断。请稍后重试。', 'The connection was cut. Try again later.'],
  network: ['网络错误 {code}。请稍后重试。', 'Network error {code}. Try again later.'],
  certificate: [
    '证书不可信（{code}）。请粘贴签发它的 CA 证书，并检查主机名。',
    'Its certificate isn’t trusted ({code}). Paste the CA certificate that signed it, and check the host name.',
  ],
  tls: [
    '无法建立加密连接。请检查加密方式和端口。',
    'No encrypted connection was possible. Check encryption and port.',
  ],
  credentials: ['用户或密码错误。请重新填写。', 'User or password is wrong. Enter them again.'],
  confidentiality: [
    '它要求加密连接。请选择 StartTLS 或 LDAPS。',
    'It requires encryption. Choose StartTLS or LDAPS.',
  ],
  base: ['找不到“{name}”。请检查 Base DN。', 'There is no “{name}”. Check the base DN.'],
  filter: ['过滤条件“{name}”有误。请修改。', 'The filter “{name}” is wrong. Change it.'],
  rights: ['用户没有读取权限。请检查它的权限。', 'The user may not read it. Check its rights.'],
  limit: [
    '它限制了返回的条目数。请允许该用户分页读取全部条目。',
    'It limits the number of entries. Let the user read all of them in pages.',
  ],
  answer: [
    '它返回错误 {code}（{name}）。请检查设置。',
    'It answered error {code} ({name}). Check the settings.',
  ],
} as const satisfies Record<string, readonly [chinese: string, english: string]>
export type DirectoryFault = keyof typeof FAULTS

const filled = (text: string, details: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))

export const directoryFaultText = (details: Readonly<Record<string, unknown>>, language: Language): string =>
  filled(FAULTS[details.fault as DirectoryFault][language === 'zh-CN' ? 0 : 1], details)

const PROBLEMS: Record<DirectoryProblemKind, readonly [string, string]> = {
  idMissing: [
    '没有唯一标识属性，已跳过。请检查属性映射。',
    'It has no id attribute and was skipped. Check the attributes.',
  ],
  accountMissing: [
    '没有账号属性，已跳过。请检查属性映射。',
    'It has no account attribute and was skipped. Check the attributes.',
  ],
  accountInvalid: [
    '账号“{value}”含有不支持的字符或太长，已跳过。',
    'The account “{value}” is too long or has characters that aren’t allowed. It was skipped.',
  ],
  accountLocal: [
    '已有同名本地账号“{value}”，未接管。如为同一人，请打开“接管同名账号”，或修改其中一个账号。',
    'There is a local account “{value}”. If it’s the same person, turn on “Take over accounts of the same name”; otherwise rename one.',
  ],
  accountAdministrator: [
    '同名账号“{value}”是管理员或服务账号，不会接管。请修改其中一个账号。',
    'The account “{value}” is an administrator’s or a service account and isn’t taken over. Rename one of them.',
  ],
  accountElsewhere: [
    '账号“{value}”属于另一个目录。请修改其中一个账号。',
    'The account “{value}” belongs to another directory. Rename one of them.',
  ],
  accountTwice: [
    '账号“{value}”属于此目录的另一条目。请在目录中改名；如是重建的账号，可打开“接管同名账号”。',
    'The account “{value}” belongs to another entry of this directory. Rename it there; if it was created anew, turn on “Take over accounts of the same name”.',
  ],
  mailDropped: ['邮箱“{value}”格式不正确，已留空。', 'The email “{value}” isn’t valid and was left empty.'],
  phoneDropped: [
    '电话“{value}”格式不正确，已留空。',
    'The phone number “{value}” isn’t valid and was left empty.',
  ],
  departmentKept: [
    '目录中已没有此部门，但它还在使用，已保留。请移走其中的成员、子部门和群组。',
    'This department is gone from the directory but still in use, and was kept. Move its people, subdepartments and groups.',
  ],
  departmentDeep: [
    '部门层级过深，已放到允许的最深一层。',
    'The department is nested too deeply and was put at the deepest level.',
  ],
  departmentRefused: ['部门无法移动：{value}', 'The department couldn’t be moved: {value}'],
  groupMissing: [
    '目录中没有这个群组，未授予其角色。请检查群组过滤条件和群组角色。',
    'There is no such group, and its role wasn’t given. Check the filter for groups and the roles of groups.',
  ],
  roleMissing: [
    '角色“{value}”已不存在，未授予。请修改群组角色。',
    'The role “{value}” no longer exists and wasn’t given. Change the roles of groups.',
  ],
  roleRefused: ['角色“{value}”无法授予。', 'The role “{value}” can’t be given.'],
  lastAdministrator: [
    '这是最后一位超级管理员，未冻结。请先指定另一位。',
    'This is the last super administrator and wasn’t frozen. Appoint another first.',
  ],
  failed: ['处理失败：{value}', 'It failed: {value}'],
}

export const directoryProblemText = (
  { problem, value }: Omit<DirectoryProblem, 'name'>,
  language: Language,
): string => filled(PROBLEMS[problem][language === 'zh-CN' ? 0 : 1], { value: value ?? '' })
