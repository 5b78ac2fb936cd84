/** The error catalogue (A§8, B§8, C section 3): one row a code, both languages with cause and remedy. */

export type Language = 'zh-CN' | 'en-US'
export const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US']
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

export interface ErrorRow {
  readonly code: number
  /** HTTP status: 200 for every business answer (G4). */
  readonly http: number
  /** Whether the same call may succeed when it is simply made again. */
  readonly retryable: boolean
  readonly 'zh-CN': string
  readonly 'en-US': string
}

const row = (code: number, http: number, retryable: boolean, zh: string, en: string): ErrorRow => ({
  code,
  http,
  retryable,
  'zh-CN': zh,
  'en-US': en,
})

/** `{x}` in a text is filled from the error's details. */
export const ERRORS = {
  // Sign-in and session
  not_signed_in: row(
    401,
    401,
    false,
    '登录凭证无效或已过期，重新登录后会回到这里。',
    'Your sign-in is not valid or has expired. Sign in and you’ll return here.',
  ),
  wrong_credentials: row(
    10001,
    200,
    false,
    '账号或密码不对，还可以试 {left} 次。请检查大写锁定键。',
    'Wrong account or password. Tries left: {left}. Check Caps Lock.',
  ),
  account_frozen: row(
    10002,
    200,
    false,
    '账号已冻结。请联系管理员。',
    'This account is frozen. Contact your administrator.',
  ),
  account_expired: row(
    10003,
    200,
    false,
    '账号已过有效期。请联系管理员。',
    'This account has expired. Contact your administrator.',
  ),
  too_many_tries: row(
    10004,
    429,
    true,
    '连续输错多次，已暂时锁定，请在 {retryAfter} 秒后再试。',
    'Too many wrong tries: locked for now. Try again in {retryAfter} seconds.',
  ),
  must_change_password: row(
    10005,
    403,
    false,
    '首次登录需要先修改密码。',
    'Change your password before you go on.',
  ),
  old_password_wrong: row(
    10006,
    200,
    false,
    '原密码不对，请重新输入。',
    'The current password is wrong. Enter it again.',
  ),
  password_too_weak: row(
    10007,
    200,
    false,
    '密码至少 8 个字符，并包含大写、小写、数字、符号中的三种。',
    'Use at least 8 characters with three of: upper case, lower case, digit, symbol.',
  ),
  password_unchanged: row(
    10008,
    200,
    false,
    '新密码不能和原密码相同，换一个。',
    'The new password equals the old one. Choose another.',
  ),

  // Input
  bad_field: row(20001, 400, false, '“{field}”填写有误：{reasonText}', '“{field}” isn’t right. {reasonText}'),
  malformed_body: row(
    20002,
    400,
    false,
    '请求内容无法解析，请刷新页面后再试。',
    'The request could not be read. Reload the page and try again.',
  ),
  no_such_route: row(
    20404,
    404,
    false,
    '没有这个地址，请检查后再试。',
    'There is nothing at this address. Check it and try again.',
  ),
  wrong_method: row(
    20405,
    405,
    false,
    '这个地址不支持该请求方法，请刷新页面后再试。',
    'This address does not take that method. Reload the page and try again.',
  ),
  body_too_large: row(
    20413,
    413,
    false,
    '请求内容过大，请减少一次提交的数量。',
    'The request is too large. Send less at once.',
  ),
  unsupported_media: row(
    20415,
    415,
    false,
    '不支持这种请求内容类型，请刷新页面后再试。',
    'This content type is not supported. Reload the page and try again.',
  ),

  too_many_calls: row(
    20429,
    429,
    true,
    '同时进行的操作过多，请在 {retryAfter} 秒后再试。',
    'Too many things at once. Try again in {retryAfter} seconds.',
  ),

  // Permission
  request_refused: row(
    30001,
    403,
    false,
    '请求来源未通过安全检查，请刷新页面后再试。',
    'The request did not pass the safety check. Reload the page and try again.',
  ),
  not_permitted: row(
    30403,
    200,
    false,
    '你没有这项权限。请联系文件的所有者。',
    'You don’t have permission. Ask the owner of the file.',
  ),

  area_refused: row(
    30002,
    403,
    false,
    '你没有这个管理区域的权限。请联系超级管理员。',
    'You have no rights in this area. Ask a super administrator.',
  ),
  not_on_group_pages: row(
    30404,
    200,
    false,
    '群组文件不能内部共享。请在群组里添加成员，或单独设置权限。',
    'Files of a group can’t be shared internally. Add members to the group, or set permissions.',
  ),
  cannot_lock_out: row(
    30405,
    200,
    false,
    '所有者和管理员的权限不能单独限制。请先更改其角色。',
    'Owners and managers can’t be restricted. Change their role first.',
  ),
  member_by_department: row(
    30406,
    200,
    false,
    '你是经部门“{department}”加入的，不能自行退出。请联系管理员移除部门。',
    'You are in through the department “{department}” and can’t leave by yourself. Ask a manager to remove it.',
  ),
  owner_cannot_leave: row(
    30407,
    200,
    false,
    '所有者不能退出群组。请先转让或解散群组。',
    'An owner can’t leave the group. Hand it over or dissolve it first.',
  ),

  // State and conflict
  name_taken: row(
    40901,
    200,
    false,
    '已有同名项“{name}”，换个名称。',
    '“{name}” is taken. Try another name.',
  ),
  into_itself: row(
    40902,
    200,
    false,
    '不能移动或复制到自身或其子文件夹。请选择其他位置。',
    'A folder can’t go into itself. Choose another place.',
  ),
  changed_meanwhile: row(
    40903,
    200,
    true,
    '内容刚被他人更改，请刷新后再试。',
    'This was changed a moment ago. Refresh and try again.',
  ),
  is_a_folder: row(
    40904,
    200,
    false,
    '这是文件夹，不能这样操作。请选择文件。',
    'This is a folder. Choose a file.',
  ),
  is_a_file: row(
    40905,
    200,
    false,
    '这是文件，不能作为目标文件夹。请选择文件夹。',
    'This is a file. Choose a folder.',
  ),
  empty_folder: row(
    40906,
    200,
    false,
    '空文件夹不能复制。先放入文件，或直接新建文件夹。',
    'An empty folder can’t be copied. Add files first, or create a new folder.',
  ),
  original_folder_gone: row(
    40907,
    200,
    false,
    '原文件夹已不存在，选择还原到哪里。',
    'The original folder is gone. Choose where to restore.',
  ),
  root_is_fixed: row(
    40908,
    200,
    false,
    '根目录不能移动、重命名或删除。',
    'The top folder can’t be moved, renamed or deleted.',
  ),
  too_deep: row(
    40909,
    200,
    false,
    '文件夹层级超过 {limit} 层，请放到更浅的位置。',
    'Folders nest deeper than {limit} levels. Choose a shallower place.',
  ),
  path_too_long: row(
    40917,
    200,
    false,
    '文件夹路径超过 {limit} 个字符，请缩短名称或放到更浅的位置。',
    'The folder path is longer than {limit} characters. Shorten names or choose a shallower place.',
  ),
  job_over: row(40910, 200, false, '任务已结束，无法取消。', 'This task is over and can’t be canceled.'),
  too_many_items: row(
    40912,
    200,
    false,
    '一次最多 {limit} 项。请分批操作。',
    'At most {limit} items at once. Do it in batches.',
  ),
  cancelled: row(
    40913,
    200,
    true,
    '任务已取消，可以重新开始。',
    'The task was canceled. You can start it again.',
  ),
  download_too_much: row(
    40914,
    200,
    false,
    '一次最多下载 {limit} 个文件。请分批下载。',
    'At most {limit} files in one download. Download in batches.',
  ),
  over_80gb: row(
    40915,
    200,
    false,
    '文件超过 80 GB，无法传输。请拆分后再传。',
    'Files over 80 GB can’t be transferred. Split it first.',
  ),
  empty_file: row(
    40916,
    200,
    false,
    '不能上传空文件“{name}”。写入内容后再传。',
    '“{name}” is empty. Add content, then upload.',
  ),

  no_recipient: row(40920, 200, false, '请先选择人员或部门。', 'Choose people or departments first.'),
  too_many_recipients: row(
    40921,
    200,
    false,
    '一次最多选择 {limit} 个对象。请分批添加，或选择部门。',
    'At most {limit} recipients at once. Add them in batches, or choose a department.',
  ),
  share_to_owner: row(
    40922,
    200,
    false,
    '不能共享给自己或文件的所有者。请选择其他人员。',
    'You can’t share with yourself or with the owner. Choose other people.',
  ),
  handover_to_self: row(
    40930,
    200,
    false,
    '不能转让给自己。请选择其他成员。',
    'You can’t hand over to yourself. Choose another member.',
  ),
  handover_no_space: row(
    40931,
    200,
    false,
    '对方的群组额度不足，还差 {missing}。请对方腾出额度，或选择其他成员。',
    'The receiver’s allowance for groups is {missing} short. Free some of it, or choose another member.',
  ),
  handover_synced_group: row(
    40932,
    200,
    false,
    '对方已有同步群组，不能再接手。请选择其他成员。',
    'The receiver already has a synced group. Choose another member.',
  ),
  handover_failed: row(
    40933,
    200,
    true,
    '转让失败，群组仍归原所有者。请重新发起。',
    'The handover failed; the group stays with its owner. Start it again.',
  ),
  handover_open: row(
    40934,
    200,
    false,
    '已有一个转让在等待答复。请先撤回。',
    'A handover already waits for its answer. Take it back first.',
  ),
  handover_over: row(
    40935,
    200,
    false,
    '这个转让已结束。请刷新页面。',
    'This handover is over. Reload the page.',
  ),
  group_dissolving: row(
    40936,
    200,
    false,
    '群组即将解散，现在只能查看和下载。请先取消解散。',
    'This group is being dissolved and can only be read. Cancel that first.',
  ),
  group_allowance_full: row(
    40937,
    200,
    false,
    '群组额度不足，还差 {missing}。请减小空间，或联系管理员扩容。',
    'Your allowance for groups is {missing} short. Choose less space, or ask your administrator.',
  ),
  below_used: row(
    40938,
    200,
    false,
    '已用 {used}，空间不能低于它。',
    '{used} is in use; the space can’t be less.',
  ),
  not_a_member: row(
    40939,
    200,
    false,
    '对方不是群组成员。请先添加为成员。',
    'That is no member of the group. Add it as a member first.',
  ),
  department_in_use: row(
    40940,
    200,
    false,
    '部门下还有成员、下级部门或群组，或有角色指定了它。请先移走，或修改角色。',
    'The department still has people, departments or groups, or a role names it. Move or change them first.',
  ),
  department_circle: row(
    40941,
    200,
    false,
    '部门不能移到自己的下级。请选择其他上级。',
    'A department can’t go below itself. Choose another parent.',
  ),
  role_in_use: row(
    40943,
    200,
    false,
    '还有 {count} 人使用这个角色。请先更换。',
    '{count} people still have this role. Change theirs first.',
  ),
  too_many_roles: row(
    40956,
    200,
    false,
    '自定义角色已达 {limit} 个。请先删除。',
    'There are {limit} roles already. Remove one first.',
  ),
  roles_conflict: row(
    40944,
    200,
    false,
    '审计员不能同时拥有其他管理角色。请只保留一种。',
    'An auditor can’t be another administrator too. Keep one of them.',
  ),
  department_needed: row(
    40947,
    200,
    false,
    '部门管理员要有部门。请先选择部门。',
    'A department administrator needs a department. Choose one first.',
  ),
  last_admin: row(
    40945,
    200,
    false,
    '这是最后一位超级管理员。请先指定另一位。',
    'This is the last super administrator. Appoint another first.',
  ),
  confirm_mass_delete: row(
    40946,
    200,
    false,
    '这会删除 {count} 项，超过这里 {total} 项的五分之一。请确认数量后再删除。',
    'This removes {count} of the {total} items here, more than a fifth. Confirm the number to go on.',
  ),
  leave_over: row(
    40948,
    200,
    false,
    '这个离职流程已结束。请刷新页面。',
    'This is over already. Reload the page.',
  ),
  owns_groups: row(
    40949,
    200,
    false,
    '还拥有 {count} 个群组。请先移交或解散。',
    'Still owns {count} groups. Hand them over or dissolve them first.',
  ),
  owner_gone: row(
    40954,
    200,
    false,
    '原所有者已不在。请选择恢复给谁。',
    'Its owner is gone. Choose who gets it.',
  ),
  held: row(
    40955,
    200,
    false,
    '这里有内容被保留，不能彻底删除。请先解除保留。',
    'Something in it is on hold and can’t be removed. Release the hold first.',
  ),
  workbook_unreadable: row(
    40950,
    200,
    false,
    '表格无法读取。请用下载的 .xlsx 模板填写后再上传。',
    'The workbook can’t be read. Fill in the .xlsx template and upload that.',
  ),
  workbook_columns: row(
    40951,
    200,
    false,
    '表格缺少“{column}”列。请用下载的模板填写后再上传。',
    'The workbook has no column “{column}”. Fill in the template and upload that.',
  ),
  workbook_too_long: row(
    40952,
    200,
    false,
    '表格超过 {limit} 行。请分成几个文件上传。',
    'The workbook has more than {limit} rows. Upload it in parts.',
  ),
  too_deep_departments: row(
    40953,
    200,
    false,
    '部门层级超过 {limit} 层，请放到更浅的位置。',
    'Departments nest deeper than {limit} levels. Choose a shallower place.',
  ),

  bucket_in_use: row(
    40960,
    200,
    false,
    '还不能停用“{bucket}”：{remedy}',
    '“{bucket}” is still in use. {remedy}',
  ),
  bucket_is_default: row(
    40961,
    200,
    false,
    '“{bucket}”是默认存储桶，新内容会一直进来。请先换一个默认存储桶。',
    '“{bucket}” is the default bucket, and what comes goes there. Make another one the default first.',
  ),
  bucket_closed: row(
    40962,
    200,
    false,
    '“{bucket}”是只读的，不接收新内容。请先启用它，或另选一个。',
    '“{bucket}” is read-only and takes nothing new. Open it first, or choose another.',
  ),
  default_fixed: row(
    40963,
    200,
    false,
    '默认存储由环境变量 CLOUDDISK_CONTENT 决定，不能在这里更改。',
    'The environment (CLOUDDISK_CONTENT) says where what comes goes. It can’t be changed here.',
  ),
  move_running: row(
    40964,
    200,
    false,
    '正在把内容从“{from}”迁到“{to}”。请等它结束，或先停止。',
    'Content is being moved from “{from}” to “{to}”. Wait for its end, or stop it first.',
  ),
  bucket_small: row(
    40965,
    200,
    false,
    '“{bucket}”的容量还差 {missing}。请先扩容，或另选一个。',
    '“{bucket}” is {missing} short. Give it more capacity, or choose another.',
  ),
  no_such_bucket: row(
    40966,
    200,
    false,
    '没有这个存储桶，或已停用。请刷新页面。',
    'There is no such bucket, or no longer. Reload the page.',
  ),
  no_such_home: row(
    40967,
    200,
    false,
    '其中有人员、群组或部门不存在，或已被删除。请刷新页面后重新选择。',
    'Some of these people, groups or departments aren’t there, or no longer. Reload the page and choose again.',
  ),

  // Storage and transfer
  storage_failed: row(
    50001,
    200,
    true,
    '存储暂时不可用，请稍后重试。',
    'Storage is not available right now. Try again soon.',
  ),
  quota_full: row(
    50002,
    200,
    false,
    '[002] {space}不足，还差 {missing}。{remedy}',
    '[002] {space} {missing} short. {remedy}',
  ),
  disk_full: row(
    50003,
    200,
    true,
    '服务器存储已满，请联系管理员清理后重试。',
    'The server’s storage is full. Ask your administrator, then retry.',
  ),
  storage_full: row(
    50015,
    200,
    true,
    '存储空间已用完，暂时不能上传。请联系管理员扩容。',
    'Storage is full, so nothing can be uploaded now. Ask your administrator for more.',
  ),
  hash_mismatch: row(
    50004,
    200,
    true,
    '[202] 文件校验失败，内容在传输中被改动。请重新上传。',
    '[202] Verification failed: the content changed on its way. Upload it again.',
  ),
  proof_refused: row(
    50005,
    200,
    true,
    '无法秒传，将上传文件内容。',
    'Instant upload was refused; the content will be uploaded.',
  ),
  upload_gone: row(
    50006,
    200,
    false,
    '上传任务已过期或已取消，请重新上传。',
    'This upload has expired or was canceled. Start it again.',
  ),
  upload_ended: row(
    50014,
    200,
    false,
    '管理员取消了这个上传。需要时请联系管理员，或重新上传。',
    'An administrator canceled this upload. Ask them, or upload the file again.',
  ),
  parts_missing: row(
    50007,
    200,
    true,
    '[304] 丢失分片信息，请重试。',
    '[304] Part information was lost. Retry.',
  ),
  upload_busy: row(
    50008,
    200,
    true,
    '文件正在合并，请稍候。',
    'The file is being put together. Wait a moment.',
  ),
  bytes_unavailable: row(
    50009,
    200,
    true,
    '文件内容暂时读不到，请稍后重试或联系管理员。',
    'The content can’t be read right now. Try again, or ask your administrator.',
  ),
  too_many_uploads: row(
    50010,
    200,
    true,
    '未完成的上传过多（{limit} 个）。先完成或删除一些。',
    'Too many unfinished uploads ({limit}). Finish or delete some first.',
  ),

  address_expired: row(
    50011,
    403,
    true,
    '下载地址已过期，请重新下载。',
    'This download address has expired. Download it again.',
  ),
  being_verified: row(
    50012,
    200,
    true,
    '文件内容正在核验，请稍候再打开。',
    'This file’s content is still being checked. Open it in a moment.',
  ),
  content_damaged: row(
    50013,
    200,
    false,
    '这个版本的内容已损坏，暂时不能打开。请联系管理员修复，或重新上传。',
    'This version is damaged and can’t be opened for now. Ask your administrator, or upload the file again.',
  ),

  // Fixed by A§8
  not_found: row(
    90000,
    200,
    false,
    '文件不存在，可能已被移动或删除。刷新列表。',
    'This file was moved or deleted. Refresh the list.',
  ),
  path_not_found: row(
    110001,
    200,
    false,
    '文件不存在或路径已更改。刷新列表。',
    'The file doesn’t exist or its path has changed. Refresh the list.',
  ),
  sensitive_content: row(
    110008,
    200,
    false,
    '内容命中安全规则，已被拦截。请联系管理员。',
    'A security rule stopped this content. Ask your administrator.',
  ),

  // Our fault
  internal: row(
    99001,
    500,
    true,
    '服务器出错了，请稍后再试；若仍失败，请把追踪号 {traceId} 发给管理员。',
    'Something broke on our side. Try again; if it keeps happening, send trace {traceId} to your administrator.',
  ),
  unavailable: row(
    99002,
    503,
    true,
    '服务正在启动、维护，或暂时太忙，请稍后再试。',
    'The service is starting, under maintenance or too busy. Try again soon.',
  ),
  undecided: row(
    99003,
    503,
    false,
    '保存时连接中断，无法确定是否已完成。请刷新查看结果，未完成再重试。',
    'The connection broke while this was being saved, so it may or may not be done. Refresh, and try again if it isn’t.',
  ),
  store_away: row(
    99004,
    503,
    true,
    '存放文件的位置暂时连接不上，正在等它恢复，请稍后再试。',
    'The place where the file is kept can’t be reached right now. Wait for it, then try again.',
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof ERRORS
/** The spec's number of a named error; branch on this, never on a text. */
export const codeOf = (name: ErrorName): number => ERRORS[name].code

const names = new Map(Object.entries(ERRORS).map(([name, { code }]) => [code, name as ErrorName]))
export const errorNameOf = (code: number): ErrorName | undefined => names.get(code)

/** Why a field was refused (20001); keys are `data.reason`. */
export const BAD_FIELD_REASONS = {
  missing: [
    '存在空值：这一项不能为空，请重新填写。',
    'It is missing: null value exists, please fill in again.',
  ],
  type: ['类型不对，请检查。', 'It has the wrong type. Check it.'],
  format: ['格式不对，请检查。', 'It has the wrong format. Check it.'],
  range: ['超出允许的范围，请修改。', 'It is out of range. Change it.'],
  too_long: ['太长了，请缩短。', 'It is too long. Shorten it.'],
  beyond_own: ['超出你自己的权限或期限，请改小。', 'It goes beyond your own access. Choose less.'],
  unknown_value: ['不是允许的取值，请检查。', 'It is not an allowed value. Check it.'],
  encoding: ['文件名编码无法解析，请检查。', 'The encoded name can’t be read. Check it.'],
  cursor: [
    '翻页位置已失效，请从第一页开始。',
    'The page position is no longer valid. Start from the first page.',
  ],
  name_empty: ['名称不能为空。', 'A name can’t be empty.'],
  name_whitespace: ['名称开头和结尾不能有空格。', 'A name can’t start or end with a space.'],
  name_characters: ['名称里不能有 \\ / : * ? " < > | [ ]。', 'Names can’t contain \\ / : * ? " < > | [ ].'],
  name_control: ['名称里不能有控制字符。', 'Names can’t contain control characters.'],
  name_invisible: ['名称里要有看得见的字符。', 'A name needs a character that can be seen.'],
  name_trailing_dot: ['名称不能以句点结尾。', 'Names can’t end with a dot.'],
  name_reserved: ['这个名称被 Windows 保留，换一个。', 'Windows reserves this name. Choose another.'],
  name_too_long: ['名称太长，请缩短。', 'The name is too long. Shorten it.'],
  account_name: [
    '账号只能用 5-120 个字母、数字或下划线。',
    'An account name is 5-120 letters, digits or underscores.',
  ],
  group_name: ['群组名称不能为空，也不能超过 128 个字符。', 'A group needs a name of up to 128 characters.'],
  group_space: ['空间要填正整数，单位 GB。', 'The space is a whole number of GB above 0.'],
  department_name: [
    '部门名称只能用汉字、数字、字母和下划线，不超过 64 个字符。',
    'A department name has letters, digits and underscores, up to 64.',
  ],
  endpoint: [
    '要填存储的地址，如 https://s3.example.com，不带路径。',
    'Give the store’s address, such as https://s3.example.com, without a path.',
  ],
  bucket_name: [
    '存储桶名称是 3 到 63 个小写字母、数字、点或连字符。',
    'A bucket’s name is 3 to 63 small letters, digits, dots or hyphens.',
  ],
  ip_address: ['要填 IP 地址，如 10.0.0.5。', 'Give an IP address, such as 10.0.0.5.'],
  store_key: [
    '密钥由可见的英文字符组成，中间没有空格或换行。请重新复制。',
    'A key has visible ASCII characters, and no space or line break among them. Copy it again.',
  ],
  region: [
    '区域由英文字母、数字和连字符组成，如 us-east-1。',
    'A region has letters, digits and hyphens, such as us-east-1.',
  ],
  both_keys: ['两个密钥要一起填写。', 'Give both keys together.'],
  target_missing: ['请选择目标文件夹。', 'Select a destination folder.'],
} as const satisfies Record<string, readonly [string, string]>

/** What `{space}` of `quota_full` stands for, by the kind of space that is full; `theirs` is another person's. */
export const FULL_SPACES = {
  person: ['个人空间', 'You’re'],
  theirs: ['{owner}的空间', '{owner}’s space is'],
  group: ['群组空间', 'The group is'],
  library: ['资料库空间', 'The library is'],
} as const satisfies Record<string, readonly [string, string]>

/** What helps: who has the space makes room in it. */
const EMPTY_BIN = [
  '清理回收站后重试；回收站已空就联系管理员。',
  'Empty the recycle bin or ask your administrator, then retry.',
] as const
const ASK_OWNER = ['请对方清理空间，再重试。', 'Ask for room to be made there, then retry.'] as const

/** The words of `quota_full` that hang on whose space is full: `space` and `owner` of its details. */
export function fullSpaceWords(
  { space, owner }: Readonly<Record<string, unknown>>,
  language: Language,
): { space: string; remedy: string } {
  const at = language === 'zh-CN' ? 0 : 1
  const kind = FULL_SPACES[space as keyof typeof FULL_SPACES] ?? FULL_SPACES.person
  const remedy = space === 'theirs' ? ASK_OWNER : EMPTY_BIN
  return { space: kind[at].replace('{owner}', () => String(owner ?? '')), remedy: remedy[at] }
}

export type BadFieldReason = keyof typeof BAD_FIELD_REASONS
export const reasonText = (reason: BadFieldReason, language: Language): string =>
  BAD_FIELD_REASONS[reason][language === 'zh-CN' ? 0 : 1]

/** The words for an error in the reader's language; unknown placeholders stay empty. */
export function errorText(
  name: ErrorName,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return ERRORS[name][language].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
}
