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

type Behavior = Partial<Pick<ErrorRow, 'http' | 'retryable'>>

const row = (code: number, zh: string, en: string, behavior: Behavior = {}): ErrorRow => ({
  code,
  http: 200,
  retryable: false,
  ...behavior,
  'zh-CN': zh,
  'en-US': en,
})

/** `{x}` in a text is filled from the error's details. */
export const ERRORS = {
  // Sign-in and session
  not_signed_in: row(
    401,
    '登录已过期。重新登录后会回到这里。',
    'Your session has expired. Sign in to return here.',
    { http: 401 },
  ),
  wrong_credentials: row(
    10001,
    '账号或密码错误，还可以试 {left} 次。请检查大小写。',
    'Wrong account or password. Attempts left: {left}. Check Caps Lock.',
  ),
  account_frozen: row(
    10002,
    '账号已冻结。请联系管理员。',
    'Your account is frozen. Contact your administrator.',
  ),
  account_expired: row(
    10003,
    '账号已过期。请联系管理员。',
    'Your account has expired. Contact your administrator.',
  ),
  too_many_tries: row(
    10004,
    '输错次数过多。请 {retryAfter} 秒后再试。',
    'Too many failed attempts. Try again in {retryAfter} seconds.',
    { http: 429, retryable: true },
  ),
  directory_unavailable: row(
    10051,
    '域账号服务暂时无法连接。请稍后再试，或联系管理员。',
    'The directory can’t be reached. Try again later, or contact your administrator.',
  ),
  directory_stranger: row(
    10052,
    '你的域账号尚未开通云盘。请联系管理员。',
    'Your domain account isn’t set up here yet. Contact your administrator.',
  ),
  directory_disabled: row(
    10053,
    '此目录已停用。请选择其他登录方式，或联系管理员。',
    'This directory is turned off. Choose another way to sign in, or contact your administrator.',
  ),
  service_account: row(
    10030,
    '服务账号不能登录。请使用访问令牌。',
    'Service accounts can’t sign in. Use an access token.',
    { http: 403 },
  ),
  link_wrong: row(
    10010,
    '外链不存在。请检查链接是否完整，或向分享人重新索取。',
    'There is no such link. Check that it is complete, or ask for a new one.',
  ),
  link_expired: row(
    10011,
    '外链已失效。请向分享人重新索取。',
    'This link has expired. Ask whoever shared it for a new one.',
  ),
  link_gone: row(
    10012,
    '分享的文件不存在。请联系分享人。',
    'The shared file does not exist any more. Ask whoever shared it.',
  ),
  link_used_up: row(
    10013,
    '外链的访问次数已用完。请向分享人重新索取。',
    'This link has been opened as often as allowed. Ask whoever shared it for a new one.',
  ),
  link_under_review: row(
    10014,
    '外链正在审核，通过后才能打开。请稍后再试。',
    'This link is under review. Try again later.',
  ),
  link_code_wrong: row(
    10015,
    '提取码错误，还可以试 {left} 次。请检查大小写。',
    'Wrong extraction code. Attempts left: {left}. Check upper and lower case.',
  ),
  link_not_open: row(
    10016,
    '外链尚未打开。请输入提取码，或登录后再试。',
    'This link isn’t open yet. Enter its extraction code, or sign in.',
    { http: 401 },
  ),
  link_not_for_you: row(
    10017,
    '此外链只对指定人员开放。请切换账号，或联系分享人。',
    'This link is for designated people only. Switch accounts, or ask whoever shared it.',
  ),
  network_limit_reached: row(
    10018,
    '你所在的网络访问外链已达上限。请在 {when} 后再试，或联系管理员。',
    'Your network has reached its limit for links. Try again after {when}, or contact the administrator.',
    { http: 429 },
  ),
  must_change_password: row(
    10005,
    '首次登录需要修改密码。修改后即可继续。',
    'Your password must be changed. Choose a new one to continue.',
    { http: 403 },
  ),
  old_password_wrong: row(
    10006,
    '原密码错误。请重新输入。',
    'The current password is wrong. Enter it again.',
  ),
  password_too_weak: row(
    10007,
    '密码太简单。请用至少 8 个字符，并包含大写字母、小写字母、数字、符号中的三种。',
    'The password is too weak. Use at least 8 characters with three of: uppercase, lowercase, digits, symbols.',
  ),
  password_unchanged: row(
    10008,
    '新密码不能与原密码相同。请换一个。',
    'The new password must be different. Choose another.',
  ),

  password_too_long: row(
    10009,
    '密码太长。最多 {limit} 个字符，请缩短。',
    'The password is too long. Use up to {limit} characters.',
  ),
  sign_in_over: row(
    10020,
    '登录已超时，或不是在这个浏览器窗口里开始的。请重新登录。',
    'This sign-in took too long, or was begun in another browser. Sign in again.',
  ),
  provider_away: row(
    10021,
    '登录服务没有响应。请稍后再试，或用账号和密码登录。',
    'The sign-in service doesn’t answer. Try again later, or sign in with account and password.',
  ),
  provider_refused: row(
    10022,
    '登录服务拒绝了这次登录，或登录已取消。请重试，或联系管理员。',
    'The sign-in service refused, or the sign-in was canceled. Try again, or contact your administrator.',
  ),
  provider_answer: row(
    10023,
    '登录服务的回答无法通过验证，没有登录。请重试；若仍失败，请把追踪编号告诉管理员。',
    'What the sign-in service answered couldn’t be verified. Try again, or give your administrator the trace ID.',
  ),
  provider_clock: row(
    10024,
    '登录服务与本服务器的时间相差太多，没有登录。请联系管理员校准时间。',
    'The clocks of the sign-in service and this server differ too much. Ask your administrator to set them.',
  ),
  not_provisioned: row(
    10025,
    '你还没有云盘账号，且不能自动创建。请联系管理员开通。',
    'You have no account here, and none is created automatically. Ask your administrator for one.',
  ),
  account_not_linked: row(
    10026,
    '已有同名账号，但没有与该登录方式关联。请用密码登录后在设置中关联，或联系管理员。',
    'There is an account of this name that isn’t linked. Sign in with its password and link it in Settings, or ask your administrator.',
  ),
  identity_ambiguous: row(
    10027,
    '有多个账号使用你的邮箱，无法确定是哪一个。请联系管理员关联账号。',
    'Several accounts have your mail address. Ask your administrator to link the right one.',
  ),
  identity_protected: row(
    10028,
    '管理员账号不能自动关联。请用密码登录后在设置中关联。',
    'Administrators’ accounts aren’t linked automatically. Sign in with your password and link it in Settings.',
  ),
  identity_taken: row(
    10029,
    '该登录身份或账号已与其他关联。请先解除关联，或联系管理员。',
    'This identity or account is linked with another already. Unlink it first, or ask your administrator.',
  ),
  only_sign_in: row(
    10032,
    '这是该账号唯一的登录方式，不能解除。请先让管理员设置密码，或关联其他登录方式。',
    'It’s the only way to sign in to this account. Ask for a password, or link another provider first.',
  ),
  account_unusable: row(
    10031,
    '登录服务给出的账号名为空或不符合要求，无法创建账号。请联系管理员检查属性映射。',
    'The account name from the sign-in service is missing or invalid. Ask your administrator to check the mapping.',
  ),

  second_factor_required: row(
    10041,
    '登录还差一步。请完成二次验证。',
    'One more step before you’re signed in. Complete the second step.',
    { http: 403 },
  ),
  second_factor_wrong: row(
    10042,
    '验证码错误或已使用过，还可以试 {left} 次。请输入验证器当前显示的验证码。',
    'Wrong code, or one that was used already. Attempts left: {left}. Enter the code that the app shows now.',
  ),
  second_factor_needed: row(
    10043,
    '公司要求你使用二次验证。请先添加另一种验证方式，再移除这一种。',
    'Your company requires a second factor. Add another one before you remove this.',
  ),
  no_second_factor: row(
    10044,
    '尚未开启二次验证。请先添加验证器或通行密钥。',
    'You have no second factor. Add an authenticator app or a passkey first.',
  ),
  set_up_over: row(
    10045,
    '设置已超时。请重新开始。',
    'This took too long, and the setup has ended. Start again.',
  ),
  confirmation_required: row(
    10046,
    '此操作需要再次确认身份。请确认是你本人后继续。',
    'This needs proof that it’s you. Confirm your identity to continue.',
    { http: 403 },
  ),

  qr_over: row(
    10050,
    '二维码已失效或已使用过。请刷新电脑上的二维码后重新扫描。',
    'This code has expired or was used already. Refresh it on the computer and scan it again.',
  ),
  helper_token_refused: row(
    10054,
    '此请求无法确认来自你的网页，或已超时。请在网页中重试。',
    'This request can’t be confirmed as coming from your page, or took too long. Try again on the page.',
    { http: 403 },
  ),
  passkey_refused: row(
    10047,
    '无法使用此通行密钥。它可能已被移除，请换一种方式登录。',
    'This passkey can’t be used; it may have been removed. Choose another way.',
  ),
  passkey_over: row(
    10048,
    '通行密钥验证已超时或已使用过。请重试。',
    'The passkey request has expired or was used already. Try again.',
  ),
  passkeys_unavailable: row(
    10049,
    '当前地址不支持通行密钥。请用 https 域名打开，或请管理员配置。',
    'Passkeys don’t work at this address. Open the drive by its https domain name, or ask your administrator.',
  ),

  // Input
  bad_field: row(20001, '“{field}”填写有误：{reasonText}', '“{field}” is invalid. {reasonText}', {
    http: 400,
  }),
  malformed_body: row(
    20002,
    '请求格式有误。请刷新页面后再试。',
    'The request couldn’t be read. Reload the page and try again.',
    { http: 400 },
  ),
  no_such_route: row(
    20404,
    '地址不存在。请检查后再试。',
    'This address doesn’t exist. Check it and try again.',
    { http: 404 },
  ),
  wrong_method: row(
    20405,
    '该地址不支持这种请求方法。请刷新页面后再试。',
    'This address doesn’t support that method. Reload the page and try again.',
    { http: 405 },
  ),
  length_missing: row(
    20411,
    '缺少内容长度（Content-Length）。请先写入文件，再上传文件。',
    'The length of the content (Content-Length) is missing. Write it to a file first, and upload that.',
    { http: 411 },
  ),
  body_too_large: row(
    20413,
    '提交的内容过大。请分批提交。',
    'The request is too large. Send it in batches.',
    { http: 413 },
  ),
  unsupported_media: row(
    20415,
    '不支持这种内容类型。请刷新页面后再试。',
    'This content type isn’t supported. Reload the page and try again.',
    { http: 415 },
  ),

  unknown_host: row(
    20421,
    '服务器未启用地址 {host}。请用服务器的 IP 地址打开，或请管理员把 CLOUDDISK_PUBLIC_URL 设为大家使用的地址。',
    'This server isn’t set up for the address {host}. Open it by its IP address, or ask an administrator to set CLOUDDISK_PUBLIC_URL to the address people use.',
    { http: 421 },
  ),
  too_many_calls: row(
    20429,
    '操作过于频繁。请 {retryAfter} 秒后再试。',
    'Too many requests. Try again in {retryAfter} seconds.',
    { http: 429, retryable: true },
  ),

  // Permission
  request_refused: row(
    30001,
    '请求未通过安全检查。请刷新页面后再试。',
    'The request failed a security check. Reload the page and try again.',
    { http: 403 },
  ),
  not_permitted: row(
    30403,
    '你没有权限执行此操作。请联系所有者。',
    'You don’t have permission to do this. Ask the owner.',
  ),

  area_refused: row(
    30002,
    '你没有这项管理权限。请联系超级管理员。',
    'You don’t have access to this admin area. Ask a super administrator.',
    { http: 403 },
  ),
  not_on_group_pages: row(
    30404,
    '群组文件不能内部共享。请添加群组成员，或设置权限。',
    'Group files can’t be shared. Add group members or set permissions instead.',
  ),
  cannot_lock_out: row(
    30405,
    '不能限制所有者和管理员的权限。请先更改其角色。',
    'Owners and managers can’t be restricted. Change their role first.',
  ),
  member_by_department: row(
    30406,
    '你通过部门“{department}”加入，不能自行退出。请联系群组管理员。',
    'You joined through the department “{department}” and can’t leave on your own. Ask a group manager.',
  ),
  owner_cannot_leave: row(
    30407,
    '所有者不能退出群组。请先转让或解散群组。',
    'The owner can’t leave the group. Transfer or delete the group first.',
  ),
  own_link_review: row(
    30408,
    '不能审核自己的外链。请由其他管理员审核。',
    'You can’t review your own link. Ask another administrator.',
  ),
  no_outbound_permission: row(
    30409,
    '你没有外发权限，不能创建外链。请申请外发权限，或改用内部共享。',
    'You may not share outside the company. Ask for permission, or share within the company.',
  ),

  own_outbound_request: row(
    30410,
    '不能审核自己的申请。请由其他管理员审核。',
    'You can’t review your own request. Ask another administrator.',
  ),
  too_much_feedback: row(
    30411,
    '24 小时内最多提交 {limit} 条反馈。请稍后再试。',
    'You can send feedback {limit} times in 24 hours. Try again later.',
    { http: 429 },
  ),
  personal_table_off: row(
    30412,
    '管理员已关闭我的文件表。请在个人文件中查看文件。',
    'Administrators have switched off the personal table. Find your files in Personal files.',
  ),
  too_frequent_comments: row(
    30413,
    '一分钟内最多写 {limit} 条评论。请 {retryAfter} 秒后再试。',
    'You can write {limit} comments a minute. Try again in {retryAfter} seconds.',
    { http: 429 },
  ),

  token_scope: row(
    30420,
    '访问令牌不能用于此操作。请使用范围更大的令牌，或登录后操作。',
    'This access token isn’t allowed to do that. Use one with a wider scope, or sign in.',
    { http: 403 },
  ),
  ip_refused: row(
    30422,
    '不能从当前网络地址（{address}）访问。请使用公司网络，或联系管理员。',
    'You can’t get in from this network address ({address}). Use the company network, or ask your administrator.',
    { http: 403 },
  ),
  would_lock_out: row(
    30423,
    '修改后你将无法从当前地址（{address}）访问。请先把它加入允许的地址。',
    'You couldn’t get in from your own address ({address}) any more. Add it to the permitted addresses first.',
  ),
  token_admin_scope: row(
    30421,
    '没有管理权限的账号不能创建管理令牌。请选择只读或读写。',
    'Only administrators can have tokens for the administration. Choose read or write.',
  ),

  // State and conflict
  ip_region_used: row(
    40991,
    '有 {count} 条规则正在使用此地址组。请先修改这些规则。',
    'Rules that use this region: {count}. Change them first.',
  ),
  node_alive: row(
    40992,
    '节点“{name}”正在运行。请先停止其服务器，30 秒后再删除。',
    '“{name}” is running. Stop its server, and delete the node 30 seconds later.',
  ),
  bucket_of_cluster: row(
    40993,
    '存储桶“{bucket}”已属于集群“{cluster}”。请先从该集群移除。',
    'The bucket “{bucket}” belongs to the cluster “{cluster}”. Remove it there first.',
  ),
  cluster_in_use: row(
    40994,
    '集群“{name}”还有 {nodes} 个节点、{buckets} 个存储桶、{synced} 项同步内容。请先移除。',
    '“{name}” is still in use. Nodes: {nodes}, buckets: {buckets}, synced items: {synced}. Remove them first.',
  ),
  site_in_use: row(
    40995,
    '站点“{name}”还有 {clusters} 个集群。请先把它们移到其他站点。',
    '“{name}” still has clusters: {clusters}. Move them to another site first.',
  ),
  cloud_in_use: row(
    40996,
    '云“{name}”还有存储桶：{buckets}。请先为它们选择其他云。',
    '“{name}” still has buckets: {buckets}. Choose another cloud for them first.',
  ),
  // Business libraries
  attribute_missing: row(20051, '“{name}”还没有填写。请填写后再保存。', '“{name}” is empty. Enter a value.'),
  attribute_too_long: row(
    20052,
    '“{name}”最多 {limit} 个字符。请缩短后再试。',
    '“{name}” can have up to {limit} characters. Shorten it.',
  ),
  attribute_controls: row(
    20053,
    '“{name}”包含不可见字符。请重新输入。',
    '“{name}” contains invisible characters. Type it again.',
  ),
  attribute_no_number: row(
    20054,
    '“{name}”不是数字。请填写数字，如 12.5。',
    '“{name}” isn’t a number. Enter one, such as 12.5.',
  ),
  attribute_too_many_digits: row(
    20055,
    '“{name}”最多 {limit} 位数字。请修改后再试。',
    '“{name}” can have up to {limit} digits. Change it.',
  ),
  attribute_range: row(
    20056,
    '“{name}”须在 {min} 到 {max} 之间。请修改后再试。',
    '“{name}” has to be from {min} to {max}. Change it.',
  ),
  attribute_no_date: row(
    20057,
    '“{name}”不是日期。请填写日期，如 2026-05-31。',
    '“{name}” isn’t a date. Enter one, such as 2026-05-31.',
  ),
  attribute_no_choice: row(
    20058,
    '“{name}”不是允许的选项。请重新选择。',
    '“{name}” isn’t one of the choices. Choose another.',
  ),
  attribute_read_only: row(
    41011,
    '“{name}”为只读，填写后不能修改。请保留原来的值。',
    '“{name}” is read-only once it’s set. Keep its value.',
  ),
  attribute_not_searchable: row(
    41012,
    '“{name}”不支持查询。请换个属性。',
    '“{name}” can’t be searched. Choose another attribute.',
  ),
  code_taken: row(41013, '代码“{code}”已被使用。请换一个。', 'The code “{code}” is taken. Choose another.'),
  attribute_has_values: row(
    41014,
    '已有 {count} 个文件填写了“{name}”。请确认删除这些值，或保留该属性。',
    '“{name}” has values in files: {count}. Confirm that they are deleted, or keep it.',
  ),
  attribute_values_unfit: row(
    41015,
    '{count} 个文件的“{name}”不符合新的规则。请先修改这些值，或放宽规则。',
    'Files whose “{name}” doesn’t fit the new rules: {count}. Change them first, or allow more.',
  ),
  attribute_type_fixed: row(
    41016,
    '已有 {count} 个文件填写了“{name}”，不能改变类型。请新建属性。',
    '“{name}” has values in files: {count}. Its type can’t be changed. Add another attribute.',
  ),
  category_not_empty: row(
    41017,
    '分类“{name}”中还有 {count} 项。请先移走或删除。',
    'The category “{name}” still has items: {count}. Move or delete them first.',
  ),
  category_levels: row(
    41018,
    '分类最多 {limit} 级。请在上一级中新建。',
    'Categories have up to {limit} levels. Add it one level higher.',
  ),
  category_last: row(
    41019,
    '业务库至少要有一个分类。请先新建其他分类。',
    'A library needs at least one category. Add another one first.',
  ),
  cloud_keys_used: row(
    40997,
    '存储桶 {buckets} 使用此云的密钥。请先为它们填写自己的密钥。',
    'These buckets use the keys of this cloud: {buckets}. Give them keys of their own first.',
  ),
  token_limit: row(
    40990,
    '每个账号最多 {limit} 个有效的访问令牌。请先删除不用的令牌。',
    'An account can have {limit} valid access tokens. Remove some that aren’t used.',
  ),
  name_taken: row(40901, '已有同名项“{name}”。请换个名称。', '“{name}” already exists. Choose another name.'),
  into_itself: row(
    40902,
    '不能移动或复制到自身或其子文件夹。请选择其他位置。',
    'A folder can’t be moved or copied into itself. Choose another location.',
  ),
  changed_meanwhile: row(
    40903,
    '内容刚刚被他人更改。请刷新后再试。',
    'Someone just changed this. Refresh and try again.',
    { retryable: true },
  ),
  is_a_folder: row(40904, '这是文件夹，不支持此操作。请选择文件。', 'This is a folder. Choose a file.'),
  is_a_file: row(40905, '这是文件，不是文件夹。请选择文件夹。', 'This is a file. Choose a folder.'),
  empty_folder: row(
    40906,
    '空文件夹不能复制。请先放入文件，或直接新建文件夹。',
    'Empty folders can’t be copied. Add files first, or create a new folder.',
  ),
  original_folder_gone: row(
    40907,
    '原文件夹已不存在。请选择还原位置。',
    'The original folder no longer exists. Choose where to restore.',
  ),
  root_not_shared: row(
    40918,
    '不能共享根目录。请选择其中的文件或文件夹。',
    'The top folder can’t be shared. Choose an item in it.',
  ),
  root_permissions: row(
    40919,
    '群组根目录的权限由成员角色决定。请更改成员的角色。',
    'Permissions of a group’s top folder follow its members’ roles. Change their roles instead.',
  ),
  root_is_fixed: row(
    40908,
    '根目录不能移动、复制、重命名或删除。请选择其中的文件或文件夹。',
    'The top folder can’t be moved, copied, renamed or deleted. Choose an item in it.',
  ),
  too_deep: row(
    40909,
    '文件夹层级超过 {limit} 层。请换个位置。',
    'Folders can be nested {limit} levels deep. Choose a shallower location.',
  ),
  path_too_long: row(
    40917,
    '文件夹路径超过 {limit} 个字符。请缩短名称，或换个位置。',
    'The folder path is longer than {limit} characters. Shorten names, or choose another location.',
  ),
  job_over: row(
    40910,
    '任务已结束，无法取消。请刷新页面查看结果。',
    'The task has finished and can’t be canceled. Reload to see the result.',
  ),
  too_many_items: row(
    40912,
    '一次最多 {limit} 项。请分批操作。',
    'Up to {limit} items at a time. Do it in batches.',
  ),
  list_full: row(
    41008,
    '最多可以有 {limit} 个。请先删除不用的。',
    'There can be up to {limit}. Remove one that isn’t used first.',
  ),
  cancelled: row(40913, '任务已取消。可以重新开始。', 'The task was canceled. You can start it again.', {
    retryable: true,
  }),
  download_too_much: row(
    40914,
    '一次最多下载 {limit} 个文件。请分批下载。',
    'Up to {limit} files per download. Download in batches.',
  ),
  over_80gb: row(
    40915,
    '文件超过 {limit}，无法传输。请拆分后再传。',
    'Files over {limit} can’t be transferred. Split the file first.',
  ),
  empty_file: row(
    40916,
    '“{name}”是空文件，不能上传。请写入内容后再传。',
    '“{name}” is empty and can’t be uploaded. Add content first.',
  ),

  no_recipient: row(
    40920,
    '还没有选择共享对象。请选择人员或部门。',
    'No one is selected. Choose people or departments.',
  ),
  too_many_recipients: row(
    40921,
    '一次最多添加 {limit} 个成员。请分批添加，或选择部门。',
    'Up to {limit} people at a time. Add them in batches, or choose a department.',
  ),
  share_to_owner: row(
    40922,
    '不能共享给自己或所有者。请选择其他人。',
    'You can’t share with yourself or the owner. Choose someone else.',
  ),
  too_many_comments: row(
    40923,
    '评论已达 {limit} 条上限。请删除不需要的评论后再试。',
    'There are already {limit} comments. Delete some that aren’t needed, then try again.',
  ),
  handover_to_self: row(
    40930,
    '不能转让给自己。请选择其他成员。',
    'You can’t transfer the group to yourself. Choose another member.',
  ),
  handover_no_space: row(
    40931,
    '对方的群组额度还差 {missing}。请对方腾出额度，或选择其他成员。',
    'The new owner’s group quota is {missing} short. Ask them to free some, or choose another member.',
  ),
  handover_synced_group: row(
    40932,
    '对方已有同步群组，不能再接收。请选择其他成员。',
    'The new owner already has a synced group. Choose another member.',
  ),
  handover_failed: row(
    40933,
    '转让失败，群组仍归原所有者。请重新发起。',
    'The transfer failed; the group keeps its owner. Start it again.',
    { retryable: true },
  ),
  handover_open: row(
    40934,
    '已有一个待确认的转让。请先撤回。',
    'A transfer is already pending. Withdraw it first.',
  ),
  handover_over: row(
    40935,
    '这次转让已结束。请刷新页面。',
    'This transfer is no longer pending. Reload the page.',
  ),
  group_dissolving: row(
    40936,
    '群组即将解散，只能查看和下载。如需修改，请由所有者取消解散。',
    'This group is being deleted and is read-only. To change it, its owner must cancel the deletion.',
  ),
  group_allowance_full: row(
    40937,
    '群组额度还差 {missing}。请减小空间，或联系管理员扩容。',
    'Your group quota is {missing} short. Choose less space, or ask your administrator for more.',
  ),
  below_used: row(
    40938,
    '已使用 {used}，空间不能小于已用量。请调大空间。',
    '{used} is in use. Choose at least that much.',
  ),
  not_a_member: row(40939, '对方不是群组成员。请先添加。', 'This person isn’t in the group. Add them first.'),
  department_in_use: row(
    40940,
    '部门下还有成员、子部门或群组，或有角色正在使用它。请先移走，或修改角色。',
    'The department still has people, subdepartments or groups, or a role uses it. Move or change them first.',
  ),
  department_circle: row(
    40941,
    '部门不能移到自己的子部门下。请选择其他上级部门。',
    'A department can’t be moved into its own subdepartment. Choose another parent.',
  ),
  role_in_use: row(
    40943,
    '还有 {count} 人使用这个角色。请先更换。',
    'Users with this role: {count}. Change their role first.',
  ),
  too_many_roles: row(
    40956,
    '自定义角色已达 {limit} 个上限。请先删除一些。',
    'You’ve reached the limit of {limit} custom roles. Delete one first.',
  ),
  roles_conflict: row(
    40944,
    '审计员不能同时担任其他管理角色。请只保留一种。',
    'An auditor can’t hold other administrator roles. Keep one.',
  ),
  department_needed: row(
    40947,
    '部门管理员必须指定部门。请先选择部门。',
    'A department administrator needs a department. Choose one.',
  ),
  last_admin: row(
    40945,
    '这是最后一位超级管理员。请先指定另一位。',
    'This is the last super administrator. Appoint another first.',
  ),
  confirm_mass_delete: row(
    40946,
    '将删除 {count} 项，超过全部 {total} 项的五分之一。请确认数量后再删除。',
    'This deletes {count} of {total} items, more than a fifth. Confirm the number to continue.',
  ),
  leave_over: row(
    40948,
    '这项离职交接已结束。请刷新页面。',
    'This offboarding has already ended. Reload the page.',
  ),
  owns_groups: row(
    40949,
    '还拥有 {count} 个群组。请先转让或解散。',
    'Groups still owned: {count}. Transfer or delete them first.',
  ),
  owner_gone: row(
    40954,
    '原所有者已不存在。请选择恢复给谁。',
    'The original owner no longer exists. Choose who gets it.',
  ),
  version_current: row(
    40968,
    '这是当前版本。请选择其他版本。',
    'This is the current version. Choose another one.',
  ),
  held: row(
    40955,
    '其中有内容被锁定保留，不能彻底删除。请先解除保留。',
    'Some of it is on hold and can’t be deleted. Release the hold first.',
  ),
  workbook_unreadable: row(
    40950,
    '无法读取表格。请在下载的 .xlsx 文件中填写后再上传。',
    'The spreadsheet can’t be read. Fill in the .xlsx file that you downloaded and upload it.',
  ),
  workbook_columns: row(
    40951,
    '表格缺少“{column}”列。请用下载的模板填写后再上传。',
    'The column “{column}” is missing. Fill in the template and upload it.',
  ),
  workbook_too_long: row(
    40952,
    '表格超过 {limit} 行。请拆成几个文件上传。',
    'The spreadsheet has more than {limit} rows. Split it into several files.',
  ),
  too_deep_departments: row(
    40953,
    '部门层级超过 {limit} 层。请换个上级部门。',
    'Departments can be nested {limit} levels deep. Choose another parent.',
  ),

  bucket_in_use: row(40960, '“{bucket}”还在使用，不能停用：{remedy}', '“{bucket}” is still in use. {remedy}'),
  bucket_is_default: row(
    40961,
    '“{bucket}”是默认存储桶，会继续接收新内容。请先设置其他默认存储桶。',
    '“{bucket}” is the default bucket and receives new content. Set another default first.',
  ),
  bucket_closed: row(
    40962,
    '“{bucket}”是只读的，不接收新内容。请先启用它，或选择其他存储桶。',
    '“{bucket}” is read-only. Enable it first, or choose another.',
  ),
  default_fixed: row(
    40963,
    '默认存储由环境变量 CLOUDDISK_STORAGE_DRIVER 指定，不能在这里更改。请修改该变量后重启。',
    'The default bucket is set by the environment variable CLOUDDISK_STORAGE_DRIVER. Change it there and restart.',
  ),
  move_running: row(
    40964,
    '正在把内容从“{from}”迁移到“{to}”。请等待完成，或先停止。',
    'Content is being moved from “{from}” to “{to}”. Wait for it to finish, or stop it first.',
  ),
  bucket_small: row(
    40965,
    '“{bucket}”的容量还差 {missing}。请先扩容，或选择其他存储桶。',
    '“{bucket}” is {missing} short. Add capacity, or choose another.',
  ),
  no_such_bucket: row(
    40966,
    '存储桶不存在或已停用。请刷新页面。',
    'This bucket doesn’t exist or was removed. Reload the page.',
  ),
  no_such_home: row(
    40967,
    '部分人员、群组或部门已不存在。请刷新页面后重新选择。',
    'Some of these people, groups or departments no longer exist. Reload the page and choose again.',
  ),

  edited_meanwhile: row(
    40970,
    '你编辑期间，{user}保存了这个文件。请选择保留哪一份。',
    '{user} saved this file while you were editing. Choose what to keep.',
  ),
  link_exists: row(
    40971,
    '“{name}”已有外链。请编辑原有外链，或先停止它。',
    '“{name}” already has a link. Change that link, or stop it first.',
  ),
  link_reviewed: row(
    40972,
    '外链已审核或已停止。请刷新列表。',
    'This link was decided about or stopped. Refresh the list.',
  ),
  outbound_requested: row(
    40973,
    '你的外发申请正在审核。请等待结果，或先撤回再重新申请。',
    'Your request is being reviewed. Wait for the decision, or withdraw it and ask again.',
  ),
  outbound_permitted: row(
    40974,
    '你已有外发权限，无需申请。请直接创建外链。',
    'You may share outside the company already. Go on and make the link.',
  ),
  outbound_decided: row(
    40975,
    '申请已处理或已撤回。请刷新列表。',
    'This request was decided about or withdrawn. Refresh the list.',
  ),
  high_in_linked_folder: row(
    40976,
    '高密级文件不能放入已外链的文件夹“{name}”。请选择其他文件夹，或先停止它的外链。',
    'Highly classified files can’t go into “{name}”, which has an external link. Choose another folder, or stop the link first.',
  ),
  high_not_linked: row(
    40977,
    '“{name}”密级过高，不能创建外链。请改用内部共享。',
    '“{name}” is highly classified and can’t have an external link. Share it internally instead.',
  ),
  classification_not_lowered: row(
    40978,
    '“{name}”的密级只能由管理员降低。请联系管理员。',
    'Only an administrator can lower the classification of “{name}”. Ask one to do it.',
  ),
  classification_inherited: row(
    40979,
    '所在文件夹的密级更高。请先降低文件夹的密级。',
    'The folder around it has a higher classification. Lower that of the folder first.',
  ),
  label_exists: row(
    40980,
    '标签已存在：“{label}”。请换一个名称。',
    'Label already exists: “{label}”. Choose another name.',
  ),
  too_many_labels: row(
    40981,
    '最多 {limit} 个标签。请先移除一个。',
    'At most {limit} labels fit on one item. Remove one first.',
  ),
  text_not_encodable: row(
    40969,
    '{encoding} 编码无法保存这些字符：{characters}。请删除它们，或改用 UTF-8 保存。',
    '{encoding} can’t hold these characters: {characters}. Remove them, or save as UTF-8.',
  ),

  // Storage and transfer
  storage_failed: row(
    50001,
    '存储暂时不可用。请稍后重试。',
    'Storage isn’t available right now. Try again later.',
    { retryable: true },
  ),
  quota_full: row(
    50002,
    '[002] {space}不足，还差 {missing}。{remedy}',
    '[002] Not enough space in {space}: {missing} more needed. {remedy}',
  ),
  link_full: row(50027, '空间不足，无法上传。请联系分享人。', 'Not enough space. Ask whoever shared it.'),
  disk_full: row(
    50003,
    '服务器存储已满。请联系管理员。',
    'The server is out of storage. Contact your administrator.',
    { retryable: true },
  ),
  storage_full: row(
    50015,
    '存储空间已用完，暂时不能上传。请联系管理员扩容。',
    'Storage is full, so uploads aren’t possible. Ask your administrator for more.',
    { retryable: true },
  ),
  hash_mismatch: row(
    50004,
    '[202] 文件校验失败，内容在传输中被改动。请重新上传。',
    '[202] File check failed: the content changed during transfer. Upload it again.',
    { retryable: true },
  ),
  proof_refused: row(
    50005,
    '无法秒传。将改为上传文件内容。',
    'Instant upload isn’t possible. The file is uploaded instead.',
    { retryable: true },
  ),
  upload_gone: row(
    50006,
    '上传已过期或已取消。请重新上传。',
    'This upload has expired or was canceled. Upload the file again.',
  ),
  upload_ended: row(
    50014,
    '管理员取消了这个上传。请联系管理员，或重新上传。',
    'An administrator canceled this upload. Ask them, or upload again.',
  ),
  parts_missing: row(50007, '[304] 分片信息丢失。请重试。', '[304] Part information was lost. Retry.', {
    retryable: true,
  }),
  bytes_unavailable: row(
    50009,
    '暂时无法读取文件内容。请稍后重试，或联系管理员。',
    'The file can’t be read right now. Try again later, or ask your administrator.',
    { retryable: true },
  ),
  too_many_uploads: row(
    50010,
    '未完成的上传已达 {limit} 个上限。请先完成或删除一些。',
    'You’ve reached the limit of {limit} unfinished uploads. Finish or delete some first.',
    { retryable: true },
  ),

  address_expired: row(
    50011,
    '下载链接已过期。请重新下载。',
    'This download link has expired. Download again.',
    { http: 403, retryable: true },
  ),
  being_verified: row(
    50012,
    '文件正在校验。请稍候再打开。',
    'This file is still being checked. Open it in a moment.',
    { retryable: true },
  ),
  content_damaged: row(
    50013,
    '此版本已损坏，暂时无法打开。请联系管理员修复，或重新上传。',
    'This version is damaged. Ask your administrator to repair it, or upload the file again.',
  ),
  no_thumbnail: row(
    50016,
    '此文件没有缩略图。可以打开或下载它。',
    'This file has no thumbnail. Open or download it instead.',
  ),

  archive_unsupported: row(
    50017,
    '不支持解压这种文件。请下载后用解压软件打开。',
    'This kind of file can’t be extracted here. Download it to open in another app.',
  ),
  archive_damaged: row(
    50018,
    '压缩包已损坏，无法解压。请重新上传完整的压缩包。',
    'This archive is damaged. Upload an intact one.',
  ),
  archive_encrypted: row(
    50019,
    '压缩包需要密码，无法在此解压。请下载后解压。',
    'This archive needs a password. Download it to extract it.',
  ),
  archive_too_large: row(
    50020,
    '解压后的内容太大，超过 {limit}。请下载后解压，或只解压一部分。',
    'Its contents are over {limit}. Download it, or extract a part of it.',
  ),
  archive_too_complex: row(
    50021,
    '解压此文件需要过多时间或内存。请下载后解压。',
    'Extracting it takes too much time or memory. Download it to extract it.',
  ),
  archive_too_many: row(
    50022,
    '压缩包内超过 {limit} 项。请下载后解压。',
    'This archive has over {limit} items. Download it to extract it.',
  ),
  archive_empty: row(
    50023,
    '没有可以解压的内容。请选择其他项。',
    'There’s nothing to extract. Choose other items.',
  ),
  entry_unsafe: row(
    50024,
    '“{name}”的路径指向文件夹之外，未解压。请确认压缩包来源可靠。',
    'The path of “{name}” leads out of the folder, so it wasn’t extracted. Make sure you trust this archive.',
  ),
  entry_not_a_file: row(
    50025,
    '“{name}”是链接或特殊文件，未解压。如需要请下载压缩包。',
    '“{name}” is a link or a special file, so it wasn’t extracted. Download the archive if you need it.',
  ),
  entry_damaged: row(
    50026,
    '“{name}”已损坏，未解压。请重新上传完整的压缩包。',
    '“{name}” is damaged, so it wasn’t extracted. Upload an intact archive.',
  ),
  too_large_at_once: row(
    50028,
    '超过 {limit} 的文件不能一次上传。请改用分片上传（checkUploadAble）。',
    'Files over {limit} can’t be uploaded in one call. Upload it in parts (checkUploadAble).',
  ),

  import_running: row(
    40982,
    '同一文件夹的导入正在进行。请等它结束，或先取消它。',
    'An import of this folder is running already. Wait until it ends, or cancel it first.',
  ),
  sync_two_nodes: row(
    40983,
    '节点同步至少需要两个节点。请联系管理员添加节点，或选择其他集群。',
    'Node sync needs at least two nodes. Ask your administrator to add one, or choose another cluster.',
  ),
  sync_no_bucket: row(
    40984,
    '集群“{cluster}”没有可写入的存储桶。请选择其他集群，或联系管理员。',
    'The cluster “{cluster}” has no bucket that takes new content. Choose another one, or ask your administrator.',
  ),
  directory_busy: row(
    41001,
    '此目录正在同步。请等它结束后再试。',
    'This directory is being synced. Wait until it ends, and try again.',
  ),
  directory_run_over: row(
    41002,
    '这次同步已处理。请刷新列表。',
    'This run was decided about already. Refresh the list.',
  ),
  directory_managed: row(
    41003,
    '由目录“{directory}”同步，不能在这里修改。请在该目录中修改。',
    'It comes from the directory “{directory}” and can’t be changed here. Change it there.',
  ),
  directory_interrupted: row(
    41004,
    '服务器在同步时停止了，已处理的用户不受影响。请重新同步。',
    'The server stopped during this run. Who was synced already stays so. Run it again.',
  ),
  directory_circle: row(
    41005,
    '上级部门位于此目录同步的部门下。请选择其他上级部门。',
    'The parent department lies below departments of this directory. Choose another one.',
  ),
  directory_push: row(
    41007,
    'SCIM 目录由身份平台推送，不能从这里同步。请在身份平台中开始同步。',
    'A SCIM client sends the people of this directory. Start the sync there.',
  ),
  directory_failed: row(41006, '无法读取目录：{remedy}', 'The directory can’t be read. {remedy}'),
  import_unreachable: row(
    50029,
    '连不上旧网盘：{faultText}。请稍后重试，或联系管理员检查地址。',
    'The old drive can’t be reached: {faultText}. Try again later, or ask your administrator to check its address.',
    { retryable: true },
  ),
  import_sign_in: row(
    50030,
    '旧网盘的用户名或密码错误。请重新输入。',
    'The old drive refused this user name or password. Enter them again.',
  ),
  import_denied: row(
    50031,
    '旧网盘不允许此账号读取“{name}”。请换个账号或文件夹。',
    'The old drive doesn’t let this account read “{name}”. Use another account or folder.',
  ),
  import_gone: row(
    50032,
    '旧网盘中没有“{name}”，可能已被移动或删除。请刷新列表。',
    '“{name}” isn’t on the old drive. It may have been moved or deleted. Refresh the list.',
  ),
  import_answer: row(
    50033,
    '旧网盘的回答无法识别：{faultText}。请联系管理员检查地址。',
    'The old drive’s answer can’t be used: {faultText}. Ask your administrator to check its address.',
  ),
  import_too_many: row(
    50034,
    '“{name}”中超过 {limit} 项，无法列出。请先在旧网盘中分成几个文件夹。',
    '“{name}” has over {limit} items and can’t be listed. Split it into several folders on the old drive.',
  ),
  import_not_a_file: row(
    50035,
    '“{name}”是链接或特殊文件，未导入。如需要，请导入它指向的文件。',
    '“{name}” is a link or a special file, so it wasn’t imported. If you need it, import the file it points to.',
  ),
  import_cut: row(
    50036,
    '“{name}”多次读取中断，未导入。请稍后再次导入。',
    'Reading “{name}” was cut off several times, so it wasn’t imported. Import again later.',
    { retryable: true },
  ),
  file_kind_refused: row(
    50037,
    '“{name}”属于不允许的文件类型（{kindText}）。请改用其他格式，或联系管理员。',
    '“{name}” is of a kind that isn’t allowed ({kindText}). Use another format, or ask your administrator.',
  ),
  stored_elsewhere: row(
    50042,
    '文件存储在其他节点，正在同步。请等待约 {minutes} 分钟后再试。',
    'This file is stored on another node and is being synced. Wait about {minutes} min, then try again.',
    { retryable: true },
  ),
  virus_found: row(
    50039,
    '文件含有病毒，已被隔离，不能打开。如有疑问，请联系管理员。',
    'A virus was found in this file. It’s in quarantine and can’t be opened. Ask your administrator if in doubt.',
  ),
  virus_scan_pending: row(
    50040,
    '文件正在查毒。请稍后再打开。',
    'This file is being checked for viruses. Try again in a moment.',
    { retryable: true },
  ),
  virus_scan_impossible: row(
    50041,
    '文件无法查毒（可能过大），不能打开。请联系管理员放行。',
    'This file couldn’t be checked for viruses, as it may be too large. Ask your administrator to release it.',
  ),
  not_an_online_type: row(
    50044,
    '在线编辑服务不支持打开这种文件。请下载后打开。',
    'The Office server can’t open this kind of file. Download it to open it.',
  ),
  office_away: row(
    50043,
    '在线编辑服务没有响应。请稍后再试，或联系管理员。',
    'The Office server doesn’t answer. Try again later, or ask your administrator.',
    { retryable: true },
  ),

  // Fixed by A§8
  not_found: row(
    90000,
    '文件不存在，可能已被移动或删除。请刷新列表。',
    'This file doesn’t exist. It may have been moved or deleted. Refresh the list.',
  ),
  path_not_found: row(
    110001,
    '文件不存在或路径已更改。请刷新列表。',
    'This file doesn’t exist or its path has changed. Refresh the list.',
  ),
  sensitive_content: row(
    110008,
    '内容命中安全规则，已被拦截。请联系管理员。',
    'A security rule blocked this content. Contact your administrator.',
  ),

  // Our fault
  internal: row(
    99001,
    '服务器出错了。请稍后再试；若仍失败，请把追踪编号 {traceId} 发给管理员。',
    'Something went wrong on our side. Try again later. If it keeps happening, send trace ID {traceId} to your administrator.',
    { http: 500, retryable: true },
  ),
  unavailable: row(
    99002,
    '服务正在启动、维护或繁忙。请稍后再试。',
    'The service is starting, under maintenance or busy. Try again later.',
    { http: 503, retryable: true },
  ),
  undecided: row(
    99003,
    '保存时连接中断，不确定是否已完成。请刷新查看，未完成再重试。',
    'The connection was lost while saving, so the result is unknown. Refresh, and try again if needed.',
    { http: 503 },
  ),
  store_away: row(
    99004,
    '暂时连不上文件所在的存储。请稍后再试。',
    'The storage that holds this file can’t be reached right now. Try again later.',
    { http: 503, retryable: true },
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof ERRORS
/** The spec's number of a named error; branch on this, never on a text. */
export const codeOf = (name: ErrorName): number => ERRORS[name].code

const names = new Map(Object.entries(ERRORS).map(([name, { code }]) => [code, name as ErrorName]))
export const errorNameOf = (code: number): ErrorName | undefined => names.get(code)

export type { BadFieldReason } from './field-reasons.ts'

/** The words for an error in the reader's language; unknown placeholders stay empty. */
export function errorText(
  name: ErrorName,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return ERRORS[name][language].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
}
