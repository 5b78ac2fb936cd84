import { plural, texts } from '../../lib/i18n.ts'

/** Texts of uploads by visitors of links. */
export const t = texts('visitor-upload', {
  area: ['上传', 'Upload'],
  drop: ['将文件或文件夹拖到这里', 'Drag files or folders here'],
  dropNow: ['松开即可上传到“{{name}}”', 'Release to upload to “{{name}}”'],
  ownOnly: [
    '文件会交给分享人。你只能看到自己上传的文件。',
    'Files go to the person who shared the link. You only see your own.',
  ],
  chooseFiles: ['选择文件', 'Choose files'],
  chooseFolder: ['选择文件夹', 'Choose folder'],
  newFolder: ['新建文件夹', 'New folder'],

  running: ['正在上传 {{done}} / {{total}}', 'Uploading {{done}} of {{total}}'],
  pausedAll: [
    '已暂停，剩余 {{count}} 个文件',
    plural('Paused, {{count}} file left', 'Paused, {{count}} files left'),
  ],
  failedSome: [
    '{{count}} 个文件未上传',
    plural('{{count}} file wasn’t uploaded', '{{count}} files weren’t uploaded'),
  ],
  offline: ['网络已断开，恢复后自动继续', 'Offline. Uploads continue once you’re back online'],
  finished: ['{{count}} 个文件已上传', plural('{{count}} file uploaded', '{{count}} files uploaded')],
  list: ['未完成的上传', 'Unfinished uploads'],
  more: [
    '还有 {{count}} 个文件在等待',
    plural('{{count}} more file is waiting', '{{count}} more files are waiting'),
  ],
  pauseAll: ['全部暂停', 'Pause all'],
  resumeAll: ['全部继续', 'Resume all'],
  retryAll: ['全部重试', 'Retry all'],
  pauseOne: ['暂停“{{name}}”', 'Pause {{name}}'],
  resumeOne: ['继续“{{name}}”', 'Resume {{name}}'],
  retryOne: ['重试“{{name}}”', 'Retry {{name}}'],
  cancelOne: ['取消“{{name}}”', 'Cancel {{name}}'],
  chooseAgain: ['重新选择文件', 'Choose the files again'],
  chooseAgainText: [
    '页面重新打开后读不到 {{count}} 个文件。重新选择即可从断点继续。',
    plural(
      'The page can’t read {{count}} file after it was reopened. Choose it again to continue where it stopped.',
      'The page can’t read {{count}} files after it was reopened. Choose them again to continue where they stopped.',
    ),
  ],
  notFound: ['所选文件中没有未完成的文件', 'None of these files are unfinished uploads'],
  folderFailed: ['文件夹“{{name}}”未创建：{{reason}}', 'Folder “{{name}}” wasn’t created: {{reason}}'],
  progressOf: ['“{{name}}”的上传进度', 'Upload progress of {{name}}'],
  cancelTitle: ['取消上传“{{name}}”？', 'Cancel uploading “{{name}}”?'],
  cancelText: ['已上传的部分会被删除。', 'What was sent so far is deleted.'],
  cancelUpload: ['取消上传', 'Cancel upload'],

  folderName: ['文件夹名称', 'Folder name'],
  create: ['创建', 'Create'],
  renameTitle: ['重命名', 'Rename'],
  renameOne: ['重命名“{{name}}”', 'Rename {{name}}'],
  newName: ['新名称', 'New name'],
  save: ['保存', 'Save'],
  cancel: ['取消', 'Cancel'],
  nameMissing: ['请输入名称。', 'Enter a name.'],
  created: ['已创建“{{name}}”', 'Created “{{name}}”'],
  renamed: ['已重命名为“{{name}}”', 'Renamed to “{{name}}”'],
  emptySelection: ['没有可上传的文件', 'There’s nothing to upload'],
})
