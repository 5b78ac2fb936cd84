import { plural, texts } from '../../../lib/i18n.ts'

export const t = texts('desktop-transfers', {
  title: ['传输列表', 'Transfer list'],
  tabs: ['传输列表的分类', 'Kinds of transfers'],
  upload: ['上传', 'Upload'],
  download: ['下载', 'Download'],
  finished: ['已完成', 'Finished'],
  localSync: ['本地同步', 'Local sync'],

  listUpload: ['正在上传的文件', 'Files being uploaded'],
  listDownload: ['正在下载的文件', 'Files being downloaded'],
  listLocalSync: ['正在同步的文件', 'Files being synced'],
  listFinished: ['已完成的传输', 'Finished transfers'],
  name: ['文件名', 'File name'],
  status: ['状态', 'Status'],
  finishTime: ['完成时间', 'Finish time'],
  type: ['传输类型', 'Type'],
  none: ['–', '–'],

  sizeOf: ['{{done}} / {{total}}', '{{done}} of {{total}}'],
  waiting: ['等待中', 'Waiting'],
  checking: ['正在校验', 'Checking'],
  paused: ['已暂停', 'Paused'],
  done: ['已完成', 'Finished'],
  rate: ['{{rate}}/s', '{{rate}}/s'],
  failed: ['传输失败', 'Failed'],

  resume: ['继续', 'Resume'],
  pause: ['暂停', 'Pause'],
  remove: ['删除', 'Delete'],
  removeRecord: ['删除记录', 'Delete record'],
  openLocation: ['打开所在位置', 'Open location'],
  resumeAll: ['全部继续', 'Resume all'],
  pauseAll: ['全部暂停', 'Pause all'],
  removeAll: ['全部删除', 'Delete all'],
  clearAll: ['清空记录', 'Clear all'],
  nothingToDo: ['列表为空', 'The list is empty'],
  clearNote: ['记录保留 30 天，到期自动清除。', 'Records are cleared after 30 days.'],
  batch: ['对全部传输的操作', 'Actions on all transfers'],

  removeAllTitle: [
    '删除全部 {{count}} 个传输？',
    plural('Delete {{count}} transfer?', 'Delete all {{count}} transfers?'),
  ],
  removeUploadsText: [
    '未完成的上传会停止，已传的部分会丢弃。本机上的文件不受影响。',
    'Unfinished uploads stop, and what was sent is discarded. The files on this computer stay.',
  ],
  removeDownloadsText: [
    '未完成的下载会停止，已下载的部分会删除。云盘上的文件不受影响。',
    'Unfinished downloads stop, and what was received is deleted. The files in the drive stay.',
  ],
  clearTitle: ['清空 {{count}} 条记录？', plural('Clear {{count}} record?', 'Clear {{count}} records?')],
  clearText: ['只清除传输记录，文件不受影响。', 'Only the records are cleared. The files stay.'],

  emptyUpload: ['没有正在上传的文件', 'Nothing is being uploaded'],
  emptyUploadText: [
    '在文件页面上传的文件会显示在这里。',
    'Files that you upload from the file pages show here.',
  ],
  emptyDownload: ['没有正在下载的文件', 'Nothing is being downloaded'],
  emptyDownloadText: [
    '在文件页面下载的文件会显示在这里。',
    'Files that you download from the file pages show here.',
  ],
  emptyFinished: ['还没有完成的传输', 'Nothing has finished yet'],
  emptyFinishedText: ['传输完成后会显示在这里。', 'Transfers show here once they have finished.'],
  emptyLocalSync: ['没有正在同步的文件', 'Nothing is being synced'],
  emptyLocalSyncText: [
    '本地同步运行时，正在发送的文件会显示在这里。',
    'While local sync runs, the files that it sends show here.',
  ],
  toFiles: ['去个人文件', 'Go to personal files'],
  failedTitle: ['无法加载传输列表', 'Couldn’t load the transfer list'],
  commandFailed: ['操作未完成：{{reason}}', 'That didn’t work: {{reason}}'],
  folderGone: [
    '上传到的文件夹已不存在，或你已无权访问。',
    'The folder is gone, or you no longer have access to it.',
  ],
  fileGone: [
    '本机上找不到这个文件，可能已被移动或删除。',
    'The file isn’t on this computer any more. It may have been moved or deleted.',
  ],

  uploadsAdded: [
    '{{count}} 个文件已加入上传列表',
    plural('{{count}} file added to the upload list', '{{count}} files added to the upload list'),
  ],
  downloadsAdded: [
    '{{count}} 个文件已加入下载列表',
    plural('{{count}} file added to the download list', '{{count}} files added to the download list'),
  ],
  over80GB: [
    '超过 80 GB 的文件不能下载，以下文件将跳过。',
    'Files over 80 GB can’t be downloaded. These will be skipped:',
  ],
  nothingInFolder: ['所选文件夹里没有文件。', 'There are no files in the chosen folder.'],
  notAdded: ['未能开始传输：{{reason}}', 'Couldn’t start the transfer: {{reason}}'],
  view: ['查看', 'View'],
  blocked: ['“{{name}}”已被拦截：{{reason}}', '{{name}} was blocked: {{reason}}'],
  portions: [
    '还有 {{count}} 个文件等待加入列表，列表有空位时自动加入。',
    plural(
      '{{count}} more file joins the list as soon as it has room.',
      '{{count}} more files join the list as soon as it has room.',
    ),
  ],

  signOutTitle: [
    '有 {{count}} 个传输正在进行',
    plural('{{count}} transfer in progress', '{{count}} transfers in progress'),
  ],
  signOutText: [
    '退出登录后传输会暂停，重新登录后可以继续。',
    'Signing out pauses transfers. You can resume them after signing in again.',
  ],
  signOut: ['退出登录', 'Sign out'],
})
