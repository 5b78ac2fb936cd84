import type { Language } from './errors.ts'

/** Reasons why SCIM calls are refused: the English text of the response, and the text for administrators. `{value}` is replaced. */
const FAULTS = {
  notFound: ['找不到“{value}”。', 'Resource {value} not found.'],
  noEndpoint: ['没有这个地址。请检查基础 URL。', 'There is no such endpoint. Check the base URL.'],
  noToken: ['缺少令牌，或令牌无效。', 'The bearer token is missing or unknown.'],
  tokenExpired: [
    '令牌已过期。请重新生成。',
    'The bearer token has expired. Make a new one on the integration platform page.',
  ],
  disabled: ['目录已停用。', 'The directory is turned off.'],
  json: ['请求不是有效的 JSON 对象。', 'The body is not a valid JSON object.'],
  characters: ['“{value}”含有不允许的字符。', '“{value}” has characters that are not allowed.'],
  tooLong: ['“{value}”太长。', '“{value}” is too long.'],
  type: ['“{value}”的类型不对。', '“{value}” has the wrong type.'],
  required: ['缺少“{value}”。', '“{value}” is required.'],
  userName: [
    "账号“{value}”含有不支持的字符或太长。只能使用字母、数字和 . _ @ + ' -。",
    "The userName “{value}” is too long or has other characters than letters, digits and . _ @ + ' -.",
  ],
  userTaken: [
    '账号“{value}”已属于此目录的另一用户。',
    'The userName “{value}” belongs to another user of this directory.',
  ],
  userLocal: [
    '已有同名本地账号“{value}”，未接管。如为同一人，请打开“接管同名账号”，或修改其中一个账号。',
    'There is a local account “{value}”. If it is the same person, turn on “Take over accounts of the same name”.',
  ],
  userProtected: [
    '同名账号“{value}”是管理员或服务账号，不会接管。请修改其中一个账号。',
    'The account “{value}” is an administrator’s or a service account, and is not taken over.',
  ],
  userElsewhere: ['账号“{value}”属于另一个目录。', 'The account “{value}” belongs to another directory.'],
  groupTaken: ['群组“{value}”已存在。', 'There is a group “{value}” already.'],
  member: ['成员“{value}”不是此目录的用户。', 'The member “{value}” is not a user of this directory.'],
  nested: ['不支持群组嵌套群组。', 'Groups within groups are not supported.'],
  filter: ['过滤条件有误：{value}', 'The filter is wrong: {value}'],
  path: ['路径“{value}”有误或不支持。', 'The path “{value}” is wrong or not supported.'],
  noTarget: ['路径“{value}”没有选中任何值。', 'The path “{value}” selects no value.'],
  readOnly: ['“{value}”不能修改。', '“{value}” cannot be changed.'],
  operation: ['不支持操作“{value}”。', 'The operation “{value}” is not supported.'],
  version: ['资源已被修改，版本不符。', 'The resource was changed meanwhile.'],
  guard: [
    '一小时内离开或被停用的用户超过了保护数量，“{value}”未处理。请在此目录的同步记录中确认后再推送。',
    'More users than the guard allows would leave within an hour; “{value}” was left as it is. An administrator has to confirm them on the integration platform page.',
  ],
  lastAdministrator: [
    '“{value}”是最后一位超级管理员，不能停用。请先指定另一位。',
    '“{value}” is the last super administrator and cannot be deactivated. Appoint another first.',
  ],
  mailDropped: ['邮箱“{value}”格式不正确，已留空。', 'The email “{value}” is not valid and was left empty.'],
  phoneDropped: [
    '电话“{value}”格式不正确，已留空。',
    'The phone number “{value}” is not valid and was left empty.',
  ],
  department: [
    '部门“{value}”放置有问题，已放到可用的位置。',
    'The department “{value}” could not be put where it belongs.',
  ],
  role: ['角色“{value}”无法授予。', 'The role “{value}” can’t be given.'],
  body: ['请求太大。请分批发送。', 'The request is too large. Send it in portions.'],
  media: ['请求类型须为 application/scim+json。', 'The content type has to be application/scim+json.'],
  method: ['此地址不支持这种方法。', 'This endpoint does not support the method.'],
  refused: ['{value}', '{value}'],
} as const satisfies Record<string, readonly [string, string]>
export type ScimFault = keyof typeof FAULTS

export const isScimFault = (name: string): name is ScimFault => Object.hasOwn(FAULTS, name)

export const scimFaultText = (fault: ScimFault, value: string, language: Language): string =>
  FAULTS[fault][language === 'zh-CN' ? 0 : 1].replace('{value}', () => value)
