import { texts } from '../../lib/i18n.ts'

export const t = texts('local-sync', {
  title: ['本地同步', 'Local sync'],
  list: ['本地同步任务', 'Local sync tasks'],
  create: ['新建同步', 'New sync'],
  help: ['帮助', 'Help'],
  helpTitle: ['本地同步如何工作', 'How local sync works'],
  helpText: [
    '每天在设定的时间，把本机文件夹里新增和修改过的文件上传到云端文件夹。云端的文件不会被删除。电脑休眠或关机时错过的同步，会在下次启动后补做一次。',
    'Each day at its time, what is new or has changed in a folder of this computer is uploaded to a folder of the drive. Nothing is deleted there. A sync that was missed while the computer was asleep or off is made up for once.',
  ],
  helpIgnore: [
    '系统文件（如 .DS_Store、Thumbs.db）和临时文件不会上传。在文件夹中放一个 .clouddiskignore 文件，可按 .gitignore 的写法排除更多文件。',
    'System files such as .DS_Store and Thumbs.db and temporary files are left out. A file named .clouddiskignore in the folder leaves out more, written as .gitignore is.',
  ],

  // Columns (R160)
  folder: ['同步列表', 'Sync list'],
  status: ['状态', 'Status'],
  localPath: ['本地路径', 'Local path'],
  diskPath: ['云端路径', 'Cloud path'],
  lastTime: ['上次同步时间', 'Last sync'],
  none: ['--', '--'],
  wait: ['等待同步', 'Waiting'],
  syncing: ['正在同步', 'Syncing'],
  finished: ['已完成', 'Completed'],
  error: ['异常', 'Error'],
  next: ['下次：{{time}}', 'Next: {{time}}'],
  daily: ['每天 {{time}}', 'Daily at {{time}}'],
  report: [
    '上传 {{uploaded}} 个，未变 {{unchanged}} 个，失败 {{failed}} 个',
    '{{uploaded}} uploaded, {{unchanged}} unchanged, {{failed}} failed',
  ],

  // Actions (R161)
  edit: ['编辑', 'Edit'],
  editBlocked: [
    '正在同步，无法编辑。请等待同步完成。',
    'The task is syncing. Wait until it’s done to edit it.',
  ],
  remove: ['删除', 'Delete'],
  openLocal: ['打开本地文件夹', 'Open the local folder'],
  openCloud: ['打开云端文件夹', 'Open the cloud folder'],
  runNow: ['立即同步', 'Sync now'],
  runBlocked: ['正在同步', 'It is syncing'],
  showReport: ['查看结果', 'Show the result'],
  localGone: [
    '文件不存在或路径已变更。请检查本地文件夹。',
    'File does not exist or path has changed. Check the local folder.',
  ],
  cloudGone: [
    '文件不存在或路径已变更。请删除此任务后重新选择云端文件夹。',
    'File does not exist or path has changed. Delete this task and choose another cloud folder.',
  ],
  removeTitle: ['删除“{{name}}”的本地同步？', 'Delete the local sync of “{{name}}”?'],
  removeText: [
    '本地和云端的文件都会保留，只是不再同步。',
    'The files here and in the cloud stay; they’re no longer synced.',
  ],
  removed: ['已删除“{{name}}”的本地同步', 'The local sync of “{{name}}” was deleted'],
  started: ['开始同步“{{name}}”', 'Syncing “{{name}}”'],
  failed: ['操作失败：{{reason}}', 'That failed: {{reason}}'],

  // Empty and failed
  empty: ['还没有本地同步', 'No local syncs yet'],
  emptyText: [
    '选择本机的一个文件夹，每天自动上传到云盘。最多 {{limit}} 个任务。',
    'Choose a folder on this computer to upload to the drive each day. Up to {{limit}} local syncs.',
  ],
  failedTitle: ['无法加载本地同步', 'Couldn’t load local syncs'],

  // Dialog (R163-R165)
  createTitle: ['新建本地同步', 'New local sync'],
  editTitle: ['编辑本地同步', 'Edit local sync'],
  step: ['第 {{step}} 步，共 2 步', 'Step {{step}} of 2'],
  stepPaths: ['选择文件夹', 'Folders'],
  stepTime: ['同步设置', 'Sync settings'],
  localFolder: ['本地文件夹', 'Local folder'],
  cloudFolder: ['云端文件夹', 'Cloud folder'],
  choose: ['选择', 'Choose'],
  chooseAgain: ['更换', 'Change'],
  notChosen: ['未选择', 'Not chosen'],
  warning: [
    '文件夹中最多 {{limit}} 个文件。同名文件在云端会成为新版本；在本机删除文件，不会删除云端的文件。',
    'A folder may hold up to {{limit}} files. A file of the same name becomes a new version in the cloud. Files you delete here stay there.',
  ],
  locked: ['路径创建后不能修改。', 'The paths of a task can’t be changed.'],
  syncType: ['同步方式', 'Sync type'],
  oneWay: ['单向上传', 'One-way upload'],
  oneWayHint: ['本机的新增和修改会上传到云端', 'What is new or changed here is uploaded'],
  time: ['每天更新时间', 'Daily update time'],
  timeHint: ['按本机时间', 'By the clock of this computer'],
  nextStep: ['下一步', 'Next'],
  back: ['上一步', 'Back'],
  confirm: ['确定', 'Confirm'],
  cancel: ['取消', 'Cancel'],
  bothPaths: ['请先选择本地文件夹和云端文件夹', 'Choose both folders first'],
  correctFirst: ['请先更换文件夹', 'Change the folder first'],
  goBackFirst: ['请返回上一步再试', 'Go back a step and try again'],
  created: ['已新建“{{name}}”的本地同步', 'The local sync of “{{name}}” was created'],
  saved: ['已保存', 'Saved'],

  // Result of a run
  reportTitle: ['“{{name}}”的同步结果', 'Result of syncing “{{name}}”'],
  reportText: [
    '共 {{files}} 个文件：上传 {{uploaded}} 个，未变 {{unchanged}} 个，忽略 {{ignored}} 个，失败 {{failed}} 个。',
    '{{files}} files: {{uploaded}} uploaded, {{unchanged}} unchanged, {{ignored}} left out, {{failed}} failed.',
  ],
  failures: ['未同步的文件', 'Files that weren’t synced'],
  moreFailures: ['还有 {{count}} 个', 'And {{count}} more'],
  close: ['关闭', 'Close'],
})
