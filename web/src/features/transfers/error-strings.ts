import { texts } from '../../lib/i18n.ts'

/** Errors of A§8 name their cause and their remedy (DESIGN.md section 5). */
export const t = texts('transfer-errors', {
  // Errors of A§8: cause, remedy
  e002: ['空间不足，还差 {{missing}}。', 'Not enough space: you need {{missing}} more.'],
  e002plain: ['空间不足。', 'Not enough space.'],
  e002do: [
    '请清空回收站后重试，或联系管理员扩容。',
    'Empty the recycle bin and retry, or ask your administrator for more.',
  ],
  e101: [
    '计算 SHA-256 失败，文件可能被占用。',
    'Couldn’t calculate SHA-256. Another app may be using the file.',
  ],
  e101do: ['关闭占用它的程序后重试。', 'Close that app, then retry.'],
  e102: ['浏览器内存不足，校验失败。', 'The browser ran out of memory while checking the file.'],
  e102do: ['关闭其他标签页后重试。', 'Close other tabs, then retry.'],
  e201: ['获取上传授权失败。', 'Couldn’t get permission to upload.'],
  e201do: ['请重试；仍失败请重新登录。', 'Retry. If it still fails, sign in again.'],
  e202: ['文件校验失败，内容可能已改动。', 'File check failed. The content may have changed.'],
  e202do: ['请重试。', 'Retry to upload it again.'],
  e203: ['获取合并授权失败。', 'Couldn’t get permission to merge the parts.'],
  e203do: ['请稍后重试，会从断点继续。', 'Retry in a moment. It resumes where it stopped.'],
  e301: ['无法开始分片上传。', 'Couldn’t start the upload in parts.'],
  e301do: ['请稍后重试。', 'Retry in a moment.'],
  e302: ['上传失败。', 'Upload failed.'],
  e302do: ['请检查网络后重试。', 'Check your network, then retry.'],
  e303part: [
    '第 {{part}} 片上传超时，已传的 {{percent}}% 已保留。',
    'Part {{part}} timed out. {{percent}}% is saved.',
  ],
  e303: ['上传超时，已传的 {{percent}}% 已保留。', 'The upload timed out. {{percent}}% is saved.'],
  e303do: ['请检查网络后重试。', 'Check your network, then retry.'],
  e304: ['获取分片信息失败。', 'Couldn’t get the list of parts.'],
  e304do: ['请稍后重试，会从断点继续。', 'Retry in a moment. It resumes where it stopped.'],
  e305part: [
    '第 {{part}} 片上传失败，已传的 {{percent}}% 已保留。',
    'Part {{part}} failed. {{percent}}% is saved.',
  ],
  e305: ['分片上传失败，已传的 {{percent}}% 已保留。', 'A part failed to upload. {{percent}}% is saved.'],
  e305do: ['请检查网络后重试。', 'Check your network, then retry.'],
  eArrayOutOfBounds: [
    '存储中的分片超出文件范围（数组越界）。',
    'Storage has parts beyond the end of the file (array out of bounds).',
  ],
  eMissingFileInformation: ['缺少文件信息，无法继续。', 'Missing file information.'],
  eFileMissing: [
    '找不到文件，可能已被移动、重命名或删除。',
    'File is missing. It may have been moved, renamed or deleted.',
  ],
  eFileDo: ['请重试并重新选择这个文件。', 'Retry and choose the file again.'],
  eFragmentInfoNotSaved: ['分片信息保存失败。', 'Couldn’t save the part information.'],
  eLostPartInformation: ['分片信息丢失。', 'Part information was lost.'],
  eAgainDo: ['请重试。', 'Retry to upload it again.'],
  eFolderNotCreated: ['文件夹创建失败。', 'Couldn’t create the folder.'],
  eSecurity: ['内容命中安全规则，已被拦截。', 'Blocked by a security rule.'],
  eSecurityDo: ['请联系管理员。', 'Ask your administrator.'],
  eUnreachable: ['连不上服务器。', 'Can’t reach the server.'],
  eUnreachableDo: ['请检查网络后重试。', 'Check your network, then retry.'],
  ePageTooOld: [
    '存储设置已更新，此前打开的页面无法上传。',
    'Storage settings have changed. Pages opened before that can’t upload.',
  ],
  ePageTooOldDo: [
    '请刷新所有打开的云盘页面再重试，已传的部分会保留。',
    'Reload all open pages, then retry. What was uploaded is saved.',
  ],
  eEnded: ['管理员取消了这个上传。', 'An administrator canceled this upload.'],
  eEndedDo: ['请联系管理员，或重新上传。', 'Ask your administrator, or retry to start over.'],
  eDiskFull: ['服务器存储已满。', 'The server’s storage is full.'],
  eDiskFullDo: [
    '腾出空间后自动继续，也可以联系管理员。',
    'It resumes automatically once there’s space. Your administrator can help.',
  ],
  eStorageFull: ['存储空间已用完，暂时不能上传。', 'Storage is full.'],
  eStorageFullDo: [
    '扩容后自动继续，也可以联系管理员。',
    'It resumes automatically once there’s space. Your administrator can help.',
  ],
  eRefused: ['服务器拒绝了这次上传。', 'The server refused this upload.'],
  eRefusedDo: ['请换个位置，或联系管理员。', 'Choose another folder, or ask your administrator.'],

  // Help
  helpTitle: ['传输失败怎么办', 'Help with failed transfers'],
  helpOther: ['其他', 'Other'],
  help303: [
    '某一片上传超时或保存失败，已传部分已保留。',
    'A part timed out or couldn’t be stored. What was uploaded is saved.',
  ],
  help305: ['某一片上传失败，已传部分已保留。', 'A part failed to upload. What was uploaded is saved.'],
  help002: ['空间不足。', 'Not enough space.'],
  helpKept: ['未完成的上传保留 7 天，期间可以续传。', 'Unfinished uploads can be resumed for 7 days.'],
})
