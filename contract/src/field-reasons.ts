import type { Language } from './errors.ts'
import { NAME_REASONS } from './name-reasons.ts'

/** Why a field was refused (20001); keys are `data.reason`. */
export const BAD_FIELD_REASONS = {
  missing: ['不能为空。', 'It can’t be empty.'],
  type: ['类型不正确，请检查。', 'It has the wrong type. Check it.'],
  format: ['格式不正确，请检查。', 'The format is wrong. Check it.'],
  picture: [
    '无法读取图片。请选择 PNG、JPG 或 WebP。',
    'This picture can’t be read. Choose a PNG, JPG or WebP.',
  ],
  picture_pixels: [
    '图片最多 2500 万像素，请裁剪或缩小后再试。',
    'Pictures can have up to 25 million pixels. Crop or shrink it.',
  ],
  range: ['超出允许范围，请修改。', 'It’s out of range. Change it.'],
  too_long: ['内容太长，请缩短。', 'It’s too long. Shorten it.'],
  beyond_own: ['超出你自己的权限或期限，请调低。', 'It exceeds your own access. Choose less.'],
  unknown_value: ['不是允许的值，请检查。', 'It isn’t an allowed value. Check it.'],
  encoding: ['无法解析文件名编码，请检查。', 'The encoded name can’t be read. Check it.'],
  cursor: [
    '列表位置已失效，请从第一页开始。',
    'This page is no longer available. Start from the first page.',
  ],
  ip_segments: [
    'IPv4 地址须为 4 段，每段 0-255，例如 192.168.1.1。',
    'An IPv4 address has 4 segments from 0 to 255, such as 192.168.1.1.',
  ],
  ip_v6: ['IPv6 地址格式不正确，例如 2001:db8::1。', 'This is no IPv6 address, such as 2001:db8::1.'],
  ip_prefix: [
    '网段长度不正确，IPv4 为 0-32，IPv6 为 0-128，例如 10.0.0.0/8。',
    'The length after / is 0 to 32 with IPv4 and 0 to 128 with IPv6, such as 10.0.0.0/8.',
  ],
  token_past: ['到期时间已过，请选择以后的日期。', 'It has passed. Choose a later day.'],
  token_too_far: [
    '到期时间太晚，请选择更早的日期。',
    'It’s later than administrators allow. Choose an earlier day.',
  ],
  ...NAME_REASONS,
  account_name: ['账号须为 5-120 个字母、数字或下划线。', 'Use 5-120 letters, digits or underscores.'],
  group_name: ['群组名称不能为空，最多 128 个字符。', 'Enter a group name of up to 128 characters.'],
  group_space: ['空间须为正整数（GB）。', 'Enter a whole number of GB above 0.'],
  department_name: [
    '部门名称只能用汉字、字母、数字和下划线，最多 64 个字符。',
    'Use letters, digits and underscores, up to 64 characters.',
  ],
  library_name: ['业务库名称须为 1-20 个字符。', 'Use 1-20 characters for a library’s name.'],
  library_code: [
    '代码须为 1-32 个字母、数字、下划线或连字符。',
    'Use 1-32 letters, digits, underscores or hyphens for a code.',
  ],
  icon_type: ['图标须为 PNG 或 JPG 图片，请重新选择。', 'An icon has to be a PNG or JPG. Choose another.'],
  icon_size: ['图标不能超过 64 KB，请压缩后重新选择。', 'An icon can have up to 64 KB. Shrink it.'],
  attribute_name: ['数据名称须为 1-128 个字符。', 'Use 1-128 characters for a name.'],
  attribute_length: ['长度须为 1-4 位正整数。', 'The length is a whole number of 1-4 digits above 0.'],
  min_and_max: [
    '请填写最小值和最大值，最小值不能大于最大值。',
    'Enter a minimum and a maximum that isn’t below it.',
  ],
  attribute_options: [
    '请填写 1-200 个互不相同的选项，每个最多 128 个字符。',
    'Enter 1-200 different choices of up to 128 characters.',
  ],
  node_name: ['节点名称须为 3-12 个字符。', 'Use 3-12 characters for a node name.'],
  host_and_port: [
    '请填写主机名或 IP 地址和端口，如 10.0.0.5:3310。',
    'Enter a host name or an IP address with a port, such as 10.0.0.5:3310.',
  ],
  page_address: [
    '请填写云盘的访问地址，不带路径，如 https://disk.example.com。',
    'Enter where people open the drive, without a path, such as https://disk.example.com.',
  ],
  server_address: [
    '请填写主机名或 IP 地址，可带端口，如 10.0.0.5:8080。',
    'Enter a host name or an IP address, with a port if needed, such as 10.0.0.5:8080.',
  ],
  endpoint: [
    '请填写存储地址，如 https://s3.example.com，不带路径。',
    'Enter the storage address without a path, such as https://s3.example.com.',
  ],
  bucket_name: [
    '存储桶名称须为 3-63 个小写字母、数字、点或连字符。',
    'Use 3-63 lowercase letters, digits, dots or hyphens.',
  ],
  ip_address: ['请填写 IP 地址，如 10.0.0.5。', 'Enter an IP address, such as 10.0.0.5.'],
  private_key: [
    '请粘贴 PEM 格式的 RSA 私钥（不少于 2048 位，不带密码）。',
    'Paste an RSA private key of at least 2048 bits as PEM, without a password.',
  ],
  distribution_domain: [
    '请填写域名，不带路径，如 cdn.example.com。',
    'Enter a domain without a path, such as cdn.example.com.',
  ],
  store_key: [
    '密钥只能包含可见英文字符，不能有空格或换行。请重新复制。',
    'Keys can’t contain spaces, line breaks or non-ASCII characters. Copy it again.',
  ],
  region: [
    '区域只能用字母、数字和连字符，如 us-east-1。',
    'Use letters, digits and hyphens, such as us-east-1.',
  ],
  both_keys: ['两个密钥要同时填写。', 'Enter both keys.'],
  link_code: ['提取码须为 4-16 个字母或数字。', 'Use 4-16 letters and digits for the extraction code.'],
  upload_only: ['上传不能与预览、下载等权限同时选择。', 'Upload can’t be combined with other permissions.'],
  approval_url: [
    '请填写以 http:// 或 https:// 开头并含有 {id} 的地址。',
    'Enter an address that begins with http:// or https:// and contains {id}.',
  ],
  webdav_address: [
    '请填写以 http:// 或 https:// 开头的地址，不带用户名、? 和 #。',
    'Enter an address that begins with http:// or https://, without a user name, ? or #.',
  ],
  import_folder: [
    '只能使用 CLOUDDISK_IMPORT_FOLDERS 允许的文件夹。请填写其中的绝对路径。',
    'Enter the absolute path of a folder that CLOUDDISK_IMPORT_FOLDERS allows.',
  ],
  web_address: [
    '请填写以 http:// 或 https:// 开头的地址。',
    'Enter an address that begins with http:// or https://.',
  ],
  issuer: [
    '请填写以 https:// 开头的地址，不带 ? 和 #。http:// 仅用于本机或 CLOUDDISK_HTTP_PROVIDERS 允许的地址。',
    'Enter an https:// address without ? or #. http:// is for this machine and CLOUDDISK_HTTP_PROVIDERS only.',
  ],
  certificate: [
    '请填写 PEM 或 Base64 格式的 X.509 证书，RSA 密钥不少于 2048 位。',
    'Enter X.509 certificates as PEM or Base64, with RSA keys of at least 2048 bits.',
  ],
  saml_metadata: [
    '不是一个 SAML 2.0 身份提供方的元数据，或其中没有 HTTP-Redirect 地址或证书。',
    'These aren’t the metadata of one SAML 2.0 identity provider with HTTP-Redirect and a certificate.',
  ],
  signature_needed: [
    '断言和响应至少有一项必须签名。',
    'Require a signature of assertions, of responses, or of both.',
  ],
  own_key: [
    '请填写 PEM 格式的 RSA 私钥（不少于 2048 位，不带密码）和它的证书。',
    'Enter an RSA private key of at least 2048 bits as PEM without a password, and its certificate.',
  ],
  claim_needed: ['请填写用来关联的声明。', 'Enter the claim to link by.'],
  ldap_url: [
    '请填写 ldap:// 或 ldaps:// 开头的地址，如 ldaps://dc1.example.com，不带路径。',
    'Enter an address that begins with ldap:// or ldaps://, without a path.',
  ],
  ldap_filter: [
    '过滤条件有误。请检查括号，如 (objectClass=person)。',
    'The filter is wrong. Check its parentheses, as in (objectClass=person).',
  ],
  ldap_dn: [
    '请填写专有名称，如 ou=people,dc=example,dc=com。',
    'Enter a distinguished name, such as ou=people,dc=example,dc=com.',
  ],
  ldap_attribute: [
    '属性名只能包含字母、数字、连字符和分号。',
    'Attribute names have letters, digits, hyphens and semicolons only.',
  ],
  pem_certificate: [
    '请粘贴 PEM 格式的证书，以 -----BEGIN CERTIFICATE----- 开头。',
    'Paste certificates in PEM format, beginning with -----BEGIN CERTIFICATE-----.',
  ],
  fixed_value: ['这一项不能修改，请恢复原值。', 'It can’t be changed. Leave it as it is.'],
  set_by_environment: [
    '由服务器的环境变量设定。请修改环境变量并重启服务器。',
    'The server’s environment sets it. Change the variable there and restart.',
  ],
  extension: [
    '扩展名只能含字母、数字、点、加号、下划线和连字符，如 exe 或 tar.gz。',
    'Extensions have letters, digits, dots, plus signs, underscores and hyphens, such as exe or tar.gz.',
  ],
  choice_twice: ['两个选项的标识相同，请修改其中一个。', 'Two options have the same ID. Change one of them.'],
  name_limits: [
    'renameMax 和 folderMax 不能大于 nameMax。请一并修改。',
    'The values of renameMax and folderMax can’t be above nameMax. Change them together.',
  ],
  session_limits: [
    'sessionIdleMs 不能大于 sessionMaxMs。请一并修改。',
    'The value of sessionIdleMs can’t be above sessionMaxMs. Change them together.',
  ],
  target_missing: ['请选择目标文件夹。', 'Choose a destination folder.'],
} as const satisfies Record<string, readonly [string, string]>

export type BadFieldReason = keyof typeof BAD_FIELD_REASONS

export const reasonText = (reason: BadFieldReason, language: Language): string =>
  BAD_FIELD_REASONS[reason][language === 'zh-CN' ? 0 : 1]
