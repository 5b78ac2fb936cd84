import { texts } from '../../lib/i18n.ts'

/** Errors of A§8 name their cause and their remedy (DESIGN.md section 5). */
export const t = texts('transfer-errors', {
  // Errors of A§8: cause, remedy
  e002: ['个人空间不足，还差 {{missing}}。', 'You’re {{missing}} short.'],
  e002plain: ['个人空间不足。', 'There isn’t enough space.'],
  e002do: [
    '清理回收站后重试；回收站已空就联系管理员。',
    'Empty the recycle bin or ask your administrator, then retry.',
  ],
  e101: ['计算 SHA-256 失败，文件可能被占用。', 'Couldn’t hash the file; another app may hold it.'],
  e101do: ['关闭后重试。', 'Close it and retry.'],
  e102: ['浏览器内存不足，校验失败。', 'The browser ran out of memory.'],
  e102do: ['关闭其他标签页后重试。', 'Close other tabs, then retry.'],
  e201: ['没能取得上传授权。', 'Couldn’t get permission to upload.'],
  e201do: ['重试；仍失败请重新登录。', 'Retry. If it fails again, sign in again.'],
  e202: ['文件校验失败，内容可能被改动。', 'Verification failed; the content may have changed.'],
  e202do: ['点“重试”重新上传。', 'Retry to upload it again.'],
  e203: ['没能取得合并授权。', 'Couldn’t get permission to merge the parts.'],
  e203do: ['稍后点“重试”，会从断点继续。', 'Retry in a moment; it resumes where it stopped.'],
  e301: ['分片上传没能开始。', 'The upload in parts couldn’t start.'],
  e301do: ['稍后点“重试”。', 'Retry in a moment.'],
  e302: ['直接上传失败。', 'The direct upload failed.'],
  e302do: ['检查网络后点“重试”。', 'Check your network, then Retry.'],
  e303part: [
    '第 {{part}} 片上传超时，已传 {{percent}}% 已保留。',
    'Part {{part}} timed out; {{percent}}% is kept.',
  ],
  e303: ['上传超时，已传 {{percent}}% 已保留。', 'The upload timed out; {{percent}}% is kept.'],
  e303do: ['检查网络后点“重试”。', 'Check your network, then Retry.'],
  e304: ['没能取得分片信息。', 'Couldn’t get the list of parts.'],
  e304do: ['稍后点“重试”，会从断点继续。', 'Retry in a moment; it resumes where it stopped.'],
  e305part: [
    '第 {{part}} 片上传失败，已传 {{percent}}% 已保留。',
    'Part {{part}} failed; {{percent}}% is kept.',
  ],
  e305: ['分片上传失败，已传 {{percent}}% 已保留。', 'A part failed; {{percent}}% is kept.'],
  e305do: ['检查网络后点“重试”。', 'Check your network, then Retry.'],
  eArrayOutOfBounds: [
    '存储里的分片超出了文件范围（数组越界）。',
    'Storage has parts beyond the file (array out of bounds).',
  ],
  eMissingFileInformation: ['缺少文件信息，无法继续。', 'The file’s information is missing.'],
  eFileMissing: ['文件丢失，可能被移动、重命名或删除。', 'The file is missing: moved, renamed or deleted.'],
  eFileDo: ['点“重试”重新选择这个文件。', 'Retry to choose the file again.'],
  eFragmentInfoNotSaved: ['分片信息没能保存。', 'The parts’ information couldn’t be saved.'],
  eLostPartInformation: ['丢失分片信息。', 'Part information was lost.'],
  eAgainDo: ['点“重试”重新上传。', 'Retry to upload it again.'],
  eFolderNotCreated: ['文件夹没能创建。', 'The folder couldn’t be created.'],
  eSecurity: ['内容命中安全规则，已被拦截。', 'A security rule stopped this content.'],
  eSecurityDo: ['请联系管理员。', 'Ask your administrator.'],
  eUnreachable: ['连不上服务器。', 'Can’t reach the server.'],
  eUnreachableDo: ['检查网络后点“重试”。', 'Check your network, then Retry.'],
  ePageTooOld: [
    '存储设置已更新，更新前打开的页面无法上传。',
    'Storage has changed; pages opened before that can’t upload.',
  ],
  ePageTooOldDo: [
    '刷新所有打开的网盘页面，再点“重试”；已传部分会保留。',
    'Reload every open page, then Retry; what was sent is kept.',
  ],
  eEnded: ['管理员取消了这个上传。', 'An administrator canceled this upload.'],
  eEndedDo: ['请联系管理员，或点“重试”从头上传。', 'Ask them, or retry to upload it from the start.'],
  eDiskFull: ['服务器存储已满。', 'The server’s storage is full.'],
  eDiskFullDo: [
    '有空间后自动继续，也可以联系管理员清理。',
    'It resumes once there’s room; your administrator can help.',
  ],
  eStorageFull: ['存储空间已用完，暂时不能上传。', 'Storage is full, so nothing can be uploaded now.'],
  eStorageFullDo: [
    '有空间后自动继续，也可以联系管理员扩容。',
    'It resumes once there’s room; your administrator can help.',
  ],
  eRefused: ['服务器拒绝了这次上传。', 'The server refused this upload.'],
  eRefusedDo: ['换个位置或联系管理员。', 'Choose another place, or ask your administrator.'],

  // Help
  helpTitle: ['传输出错怎么办', 'If a transfer fails'],
  helpOther: ['其他', 'Other'],
  help303: [
    '某一片上传超时或存储失败，已传部分保留。',
    'A part timed out or storage failed; what was sent is kept.',
  ],
  help305: ['某一片上传失败，已传部分保留。', 'A part failed; what was sent is kept.'],
  help002: ['空间不足。', 'There isn’t enough space.'],
  helpKept: ['未完成的上传保留 7 天，期间可以接着传。', 'Unfinished uploads are kept for 7 days.'],
})
