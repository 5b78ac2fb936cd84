import { texts } from '../../lib/i18n.ts'

/** Texts of the transfer list. */
export const t = texts('transfers', {
  title: ['传输列表', 'Transfers'],
  expand: ['放大', 'Expand'],
  restore: ['还原', 'Restore size'],
  minimize: ['最小化', 'Minimize'],
  close: ['关闭，传输会继续', 'Close (transfers continue)'],
  open: ['打开传输列表', 'Open transfers'],
  tabs: ['传输', 'Transfers'],
  upload: ['上传', 'Upload'],
  download: ['下载', 'Download'],
  finished: ['已完成', 'Finished'],

  // Toolbar
  toolbar: ['传输操作', 'Transfer actions'],
  selectAll: ['全选', 'Select all'],
  selected: ['已选 {{count}} 项', { one: '{{count}} selected', other: '{{count}} selected' }],
  pause: ['暂停', 'Pause'],
  resume: ['继续', 'Resume'],
  retry: ['重试', 'Retry'],
  info: ['详情', 'Info'],
  remove: ['删除', 'Delete'],
  pauseAll: ['全部暂停', 'Pause all'],
  resumeAll: ['全部继续', 'Resume all'],
  locate: ['打开所在位置', 'Open location'],
  chooseAgain: ['重新选择文件', 'Choose the file again'],
  help: ['传输失败怎么办', 'Help with failed transfers'],
  nothingSelected: ['请先选择一项', 'Select an item first'],
  cannotPause: ['所选项没有在传输', 'Nothing selected is being transferred'],
  cannotResume: ['所选项无需继续', 'Nothing selected is paused or failed'],
  startsInTurn: ['排队中，稍后自动开始', 'Starts automatically'],
  saving: ['正在保存，即将完成', 'Saving, almost done'],
  downloadsCannotPause: [
    '下载由浏览器完成，请在浏览器里暂停',
    'Your browser does the downloading; pause it there',
  ],
  finishedCannotPause: ['所选项已完成', 'Already finished'],
  nothingRuns: ['没有正在传输的项', 'Nothing is being transferred'],

  removeOneQuestion: ['删除上传“{{name}}”？', 'Delete the upload “{{name}}”?'],
  removeQuestion: [
    '删除 {{count}} 个上传？',
    { one: 'Delete {{count}} upload?', other: 'Delete {{count}} uploads?' },
  ],
  removeSentText: [
    '已上传的 {{size}} 会丢弃，本地文件不受影响。',
    'The {{size}} already uploaded will be discarded. Files on your device aren’t affected.',
  ],
  removeText: [
    '不再上传这些文件，本地文件不受影响。',
    'They won’t be uploaded. Files on your device aren’t affected.',
  ],
  removeUploads: ['删除上传', { one: 'Delete upload', other: 'Delete uploads' }],

  // Rows
  list: ['上传列表', 'Uploads'],
  downloads: ['下载列表', 'Downloads'],
  waiting: ['等待中', 'Waiting'],
  waitingAt: ['等待上传 · 第 {{place}} 位', 'Waiting · no. {{place}} in the queue'],
  waitingHashed: ['已校验 · 排队第 {{place}} 位', 'Checked · no. {{place}} in the queue'],
  waitingHashing: ['等待上传 · 正在校验 {{percent}}%', 'Waiting · checking {{percent}}%'],
  creatingFolders: ['正在创建文件夹', 'Creating folders'],
  behindAt: ['等待其他文件上传 · 第 {{place}} 位', 'Waiting for other uploads · no. {{place}}'],
  behindHashed: [
    '等待其他文件上传 · 已校验，第 {{place}} 位',
    'Waiting for other uploads · checked, no. {{place}}',
  ],
  behindHashing: [
    '等待其他文件上传 · 正在校验 {{percent}}%',
    'Waiting for other uploads · checking {{percent}}%',
  ],
  checking: ['正在校验文件 · 随后自动上传', 'Checking · then uploads automatically'],
  asking: ['校验完成 · 准备上传', 'Checked · preparing to upload'],
  uploading: ['正在上传', 'Uploading'],
  serverAway: ['服务器暂无响应，正在重试', 'The server isn’t responding; retrying'],
  storeAway: ['存储暂无响应，恢复后自动继续', 'Storage isn’t responding; resumes automatically'],
  rate: ['{{rate}}/s', '{{rate}}/s'],
  left: ['剩余 {{time}}', '{{time}} left'],
  merge: ['合并', 'Merging'],
  merging: ['正在合并分片 · {{parts}}/{{count}}', 'Merging parts · {{parts}}/{{count}}'],
  storing: ['正在保存', 'Saving'],
  paused: ['已暂停', 'Paused'],
  pausedUntil: ['已暂停 · {{date}} 前可续传', 'Paused · resumable until {{date}}'],
  pausedOffline: ['网络已断开，恢复后自动继续', 'Offline; resumes automatically'],
  pausedServerAway: ['连不上服务器，恢复后自动继续', 'Can’t reach the server; resumes automatically'],
  pausedSignedOut: ['登录已过期，重新登录后自动继续', 'Signed out; resumes after you sign in'],
  pausedNeedsFile: ['已暂停 · 选择同一文件即可续传', 'Paused · choose the same file to resume'],
  pausedNeedsFileUntil: [
    '已暂停 · {{date}} 前选择同一文件可续传',
    'Paused · choose the same file by {{date}}',
  ],
  failed: ['失败', 'Failed'],
  waitingForRoom: ['等待空间', 'Waiting for space'],
  done: ['已完成', 'Done'],
  doneInstant: ['已完成 · 秒传', 'Done · instant upload'],
  doneRenamed: ['已完成 · 已存为“{{name}}”', 'Done · saved as “{{name}}”'],
  doneVersion: ['已完成 · 已存为新版本', 'Done · saved as a new version'],
  doneSkipped: ['已跳过 · 已有同名文件', 'Skipped · name already exists'],
  sizeOf: ['{{done}} / {{total}}', '{{done}} / {{total}}'],
  files: ['{{count}} 个文件', { one: '{{count}} file', other: '{{count}} files' }],
  filesSize: [
    '{{count}} 个文件 · {{size}}',
    { one: '{{count}} file · {{size}}', other: '{{count}} files · {{size}}' },
  ],
  filesDone: [
    '{{done}}/{{count}} 个文件 · {{size}}',
    { one: '{{done}}/{{count}} file · {{size}}', other: '{{done}}/{{count}} files · {{size}}' },
  ],
  groupFailed: ['{{count}} 个文件失败', { one: '{{count}} file failed', other: '{{count}} files failed' }],
  groupSeeFailed: ['展开查看原因，或点“重试”。', 'Expand to see why, or retry.'],
  groupPaused: ['{{count}} 个文件已暂停', { one: '{{count}} file paused', other: '{{count}} files paused' }],
  expandFolder: ['展开“{{name}}”', 'Expand {{name}}'],
  collapseFolder: ['收起“{{name}}”', 'Collapse {{name}}'],
  progressOf: ['“{{name}}”的进度', 'Progress of {{name}}'],
  select: ['选择“{{name}}”', 'Select {{name}}'],
  reading: ['正在读取 · 已找到 {{count}} 个文件', 'Reading · {{count}} files found'],
  stopReading: ['停止', 'Stop'],

  // Portions of a large selection
  pending: [
    '还有 {{count}} 个文件，前面的传完后自动上传',
    {
      one: '{{count}} more file uploads automatically after these',
      other: '{{count}} more files upload automatically after these',
    },
  ],
  pendingOpen: ['请保持此页面打开', 'Keep this page open'],
  pendingCancel: ['取消其余文件', 'Cancel the rest'],
  pendingLost: [
    '刷新前还有 {{count}} 个文件没有开始上传，请重新选择',
    {
      one: '{{count}} file hadn’t started when the page was reloaded. Choose it again.',
      other: '{{count}} files hadn’t started when the page was reloaded. Choose them again.',
    },
  ],
  pendingSeen: ['知道了', 'OK'],

  // Footer
  total: ['{{rate}}/s · 约剩 {{time}}', '{{rate}}/s · about {{time}} left'],
  totalRate: ['{{rate}}/s', '{{rate}}/s'],
  limit: ['管理员限速 {{rate}}/s', 'Limited to {{rate}}/s by your administrator'],
  idle: ['没有正在进行的上传', 'No uploads in progress'],
  allPaused: ['上传已暂停', 'Uploads paused'],
  offline: ['网络已断开，传输已暂停，恢复后自动继续。', 'You’re offline. Transfers resume automatically.'],
  noServer: [
    '连不上服务器，传输已暂停，恢复后自动继续。',
    'Can’t reach the server. Transfers resume automatically.',
  ],
  afterClosing: ['可以关闭浏览器，下次打开可续传', 'You can close the browser and resume later'],
  afterClosingPick: ['关闭浏览器后，重新选择文件可续传', 'After closing, choose the files again to resume'],
  otherTab: ['由另一个标签页传输', 'Transferring in another tab'],
  insecure: [
    '当前是不安全的 http 连接：重新打开浏览器后，要再次选择文件才能续传。建议改用 https 地址。',
    'This is an insecure http connection: after a restart you must choose files again to resume. Use the https address instead.',
  ],
  aboutMinutes: ['{{count}} 分钟', { one: '{{count}} minute', other: '{{count}} minutes' }],

  // Empty
  noUploads: ['没有正在上传的文件', 'No uploads in progress'],
  noUploadsTextTouch: ['在文件列表里点“上传”即可开始。', 'Tap Upload in the file list to start.'],
  noUploadsText: ['把文件拖到文件列表，或点“上传”。', 'Drag files into the list, or click Upload.'],
  noDownloads: ['没有正在进行的下载', 'No downloads in progress'],
  noDownloadsText: [
    '下载由浏览器完成，进度见浏览器的下载列表。',
    'Your browser downloads the files. See its downloads list for progress.',
  ],
  noFinished: ['还没有传输记录', 'No transfers yet'],
  noFinishedText: [
    '已完成的上传和下载会保留 30 天记录。',
    'Finished uploads and downloads are listed here for 30 days.',
  ],

  // Minimised
  minimisedDownloading: [
    '正在下载 {{count}} 个文件',
    { one: 'Downloading {{count}} file', other: 'Downloading {{count}} files' },
  ],
  minimisedPaused: [
    '{{count}} 个文件已暂停',
    { one: '{{count}} file paused', other: '{{count}} files paused' },
  ],
  minimisedFailed: [
    '{{count}} 个上传失败',
    { one: '{{count}} upload failed', other: '{{count}} uploads failed' },
  ],
  minimisedRoomless: [
    '{{count}} 个文件等待空间',
    { one: '{{count}} file waiting for space', other: '{{count}} files waiting for space' },
  ],
  minimisedDownloadsFailed: [
    '{{count}} 个下载失败',
    { one: '{{count}} download failed', other: '{{count}} downloads failed' },
  ],
  minimisedDone: ['传输全部完成', 'All transfers complete'],
  minimisedHandedOver: ['已交给浏览器下载', 'Downloading in your browser'],
  waitResume: ['可续传', { one: 'Can be resumed', other: 'Can be resumed' }],
  waitFiles: ['重新选择文件即可续传', 'Choose the files again to resume'],
  waitSomeFiles: [
    '其中 {{count}} 个要重新选择文件',
    { one: '{{count}} needs its file chosen again', other: '{{count}} need their files chosen again' },
  ],
  chooseFiles: ['选择文件', { one: 'Choose file', other: 'Choose files' }],

  // Downloads
  downloadWaiting: ['等待下载 · 第 {{place}} 位', 'Waiting · no. {{place}} in the queue'],
  downloadStarting: ['正在准备下载', 'Preparing to download'],
  downloadStarted: [
    '已交给浏览器下载，进度见浏览器的下载列表',
    'Downloading in your browser; see its downloads list',
  ],
  started: ['已开始', 'Started'],
  downloadAgain: ['再次下载', 'Download again'],
  retryAll: ['全部重试', 'Retry all'],
  nothingFailed: ['没有失败的项', 'Nothing has failed'],
  networkError: [
    '网络异常，下载没有开始。请检查网络后重试。',
    'Network error: the download didn’t start. Check your network and try again.',
  ],
  downloadBroken: [
    '服务器没有返回文件。请重试，或刷新列表后再下载。',
    'The server didn’t send the file. Try again, or refresh the list first.',
  ],
  downloadFailed: ['“{{name}}”下载失败：{{reason}}', 'Couldn’t download “{{name}}”: {{reason}}'],
  leftOverTold: [
    '其他浏览器里有 {{count}} 个上传未完成',
    {
      one: '{{count}} unfinished upload from another browser',
      other: '{{count}} unfinished uploads from another browser',
    },
  ],
  leftOverHint: ['可以在这里续传。', 'You can resume here.'],
  see: ['查看', 'View'],

  // Finished
  keptNote: [
    '记录保留 30 天后自动清除，不影响云盘文件',
    'Records are cleared after 30 days. Your files stay.',
  ],
  clear: ['清空记录', 'Clear history'],
  removeRecords: ['删除记录', 'Delete records'],
  noRecords: ['没有记录', 'No records'],
  clearQuestion: [
    '清空全部 {{count}} 条记录？',
    { one: 'Clear {{count}} record?', other: 'Clear all {{count}} records?' },
  ],
  clearText: ['只清除传输记录，云盘文件不受影响。', 'Only the records are cleared. Your files stay.'],
  fileName: ['文件名', 'Name'],
  size: ['大小', 'Size'],
  position: ['位置', 'Location'],
  type: ['类型', 'Type'],
  time: ['完成时间', 'Finished'],
  handedOver: ['已交给浏览器', 'In your browser'],
  finishedList: ['传输记录', 'Finished transfers'],
  recordsFailed: ['无法加载传输记录', 'Couldn’t load transfer history'],
  recordsFailedText: [
    '浏览器禁用了本地存储，记录只在当前页面保留。',
    'Your browser blocks local storage, so records last only while this page is open.',
  ],

  // Details
  details: ['传输详情', 'Transfer details'],
  back: ['返回列表', 'Back to list'],
  previous: ['上一项', 'Previous'],
  next: ['下一项', 'Next'],
  ofSelected: ['{{index}}/{{count}}', '{{index}}/{{count}}'],
  status: ['状态', 'Status'],
  sent: ['已传', 'Uploaded'],
  speed: ['速度', 'Speed'],
  timeLeft: ['剩余时间', 'Time left'],
  parts: ['分片', 'Parts'],
  partsOf: ['{{done}}/{{count}}，每片 {{size}}', '{{done}}/{{count}}, {{size}} each'],
  onePart: ['不分片', 'Not split'],
  target: ['上传到', 'Uploading to'],
  modified: ['修改时间', 'Modified'],
  added: ['添加时间', 'Added'],
  resumable: ['可续传至', 'Resumable until'],
  namesake: ['同名时', 'If the name exists'],
  conflictAsk: ['询问我', 'Ask me'],
  notYet: ['尚未计算', 'Not yet calculated'],
  hashing: ['正在计算 {{percent}}%', 'Calculating {{percent}}%'],
  error: ['失败原因', 'Error'],
  errorCode: ['错误码', 'Error code'],
  trace: ['追踪编号', 'Trace ID'],
  copy: ['复制“{{what}}”', 'Copy {{what}}'],
  copied: ['已复制', 'Copied'],

  // Messages
  uploadFailed: ['“{{name}}”上传失败：{{reason}}', 'Couldn’t upload “{{name}}”: {{reason}}'],
  foldersFailed: [
    '无法创建文件夹“{{name}}”：{{reason}}',
    'Couldn’t create the folder “{{name}}”: {{reason}}',
  ],
  networkConnected: [
    '网络已恢复，{{count}} 个任务继续上传',
    {
      one: 'Back online. Resuming {{count}} upload',
      other: 'Back online. Resuming {{count}} uploads',
    },
  ],
  networkBack: ['网络已恢复', 'You’re back online'],
  serverConnected: [
    '已重新连上服务器，{{count}} 个任务继续上传',
    {
      one: 'Reconnected. Resuming {{count}} upload',
      other: 'Reconnected. Resuming {{count}} uploads',
    },
  ],
  serverBack: ['已重新连上服务器', 'Reconnected to the server'],
  networkFault: ['网络异常，恢复后自动继续。', 'No network connection. Uploads resume automatically.'],
  serverFault: ['连不上服务器，恢复后自动继续。', 'Can’t reach the server. Uploads resume automatically.'],
  signedOut: ['登录已过期，重新登录后会回到这里。', 'Your session has expired. Sign in to return here.'],
  storageFailed: [
    '浏览器无法保存上传列表，刷新页面后需要重新添加。',
    'Your browser can’t save the upload list. After a reload, add the files again.',
  ],
})
