import { plural, texts } from '../../lib/i18n.ts'

/** Texts of questions and refusals before a transfer. */
export const t = texts('transfer-questions', {
  // Same name
  conflictTitle: ['“{{folder}}”里已有同名项', '{{folder}} already has an item with this name'],
  conflictChoose: ['怎么处理“{{name}}”', 'What to do with {{name}}'],
  conflictNumber: ['第 {{index}} 个，共 {{count}} 个同名项', 'Conflict {{index}} of {{count}}'],
  keepBoth: ['保留两份', 'Keep both'],
  keepBothHint: ['存为“{{name}}”', 'Saved as {{name}}'],
  newVersion: ['存为新版本', 'Save as a new version'],
  newVersionHint: ['原内容保留在历史版本里', 'The current content stays in the version history'],
  skip: ['跳过', 'Skip'],
  skipHint: ['不上传这个文件', 'Don’t upload this file'],
  skipFolderHint: ['不上传这个文件夹', 'Don’t upload this folder'],
  merge: ['合并到已有文件夹', 'Merge with the existing folder'],
  mergeHint: ['内容放进已有文件夹', 'Add its contents to the existing folder'],
  insideKeepBoth: ['保留两份', 'Keep both'],
  insideNewVersion: ['存为新版本', 'Save as new versions'],
  insideSkip: ['跳过同名文件', 'Skip them'],
  inside: ['文件夹内有同名文件时', 'For files inside that already exist'],
  forAll: [
    '对其余 {{count}} 个执行相同操作',
    plural('Do this for the other one', 'Do this for the other {{count}}'),
  ],
  cancelUpload: ['取消上传', 'Cancel upload'],
  proceed: ['继续', 'Continue'],

  // Names that the drive refuses
  refusedNamesTitle: [
    '{{count}} 个名称不能使用',
    plural('{{count}} name can’t be used', '{{count}} names can’t be used'),
  ],
  refusedNamesText: [
    '勾选的以新名称上传，其余跳过。',
    'Checked items are uploaded under their new names. The others are skipped.',
  ],
  refusedNamesFoldersText: [
    '勾选的以新名称上传，其余跳过。跳过文件夹时，里面的内容也会跳过。',
    'Checked items are uploaded under their new names. The others are skipped, folders with everything in them.',
  ],
  refusedNamesAll: ['全部改名（{{count}} 个）', 'Rename all {{count}}'],
  refusedNamesUse: ['改名“{{name}}”', 'Rename {{name}}'],
  refusedNamesNew: ['“{{name}}”的新名称', 'New name for {{name}}'],
  refusedNamesTaken: ['这里已有同名项，换一个名称。', 'Another item here has this name. Choose another.'],
  refusedNamesMore: [
    '另有 {{count}} 个，按建议的名称处理。',
    plural('{{count}} more takes its suggested name.', '{{count}} more take their suggested names.'),
  ],
  refusedNamesSkip: ['跳过这些', plural('Skip it', 'Skip these')],
  refusedNamesRename: ['改名并上传', 'Rename and upload'],

  // Selecting
  continueWeb: ['继续用网页上传', 'Upload here'],
  continueRest: ['上传其余 {{count}} 个', plural('Upload the other one', 'Upload the other {{count}}')],
  cancel: ['取消', 'Cancel'],
  emptySelection: [
    '这个文件夹里没有文件。要上传空文件夹，请把它拖到列表里。',
    'This folder has no files. To upload an empty folder, drag it into the list.',
  ],
  noEmptyFolders: [
    '选择文件夹时，不含空的子文件夹。要一并上传，请把文件夹拖到列表里。',
    'Choosing a folder leaves out its empty subfolders. To include them, drag the folder into the list.',
  ],
  nothingLeft: ['没有可上传的文件', 'Nothing can be uploaded'],
  nothingLeftText: ['所选文件都不能上传，原因如下。', 'None of these files can be uploaded:'],
  tooManyTitle: ['一次选的文件太多', 'Too many files'],
  tooMany: [
    '一次最多 {{limit}} 个文件，已选 {{count}} 个。可以分批上传：每批最多 {{limit}} 个，传完一批自动传下一批。',
    'You can upload {{limit}} files at a time; you chose {{count}}. They can go up in batches of {{limit}}, one after another, automatically.',
  ],
  tooManyQueued: [
    '上传列表最多 {{limit}} 个文件，已有 {{queued}} 个。可以先排队，这 {{count}} 个文件会在列表有空位后自动上传。',
    'The upload list holds {{limit}} files and has {{queued}}. These {{count}} can wait and upload automatically once there’s room.',
  ],
  tooManyConfirm: ['分批上传', 'Upload in batches'],
  limit60GBTitle: ['一次选的内容太大', 'Too much at once'],
  limit60GB: [
    '一次上传的总大小要小于 {{limit}}，已选 {{total}}。请分批上传。',
    'A single upload must be under {{limit}} in total; you chose {{total}}. Upload in batches.',
  ],
  manyFilesTitle: [
    '用网页上传 {{count}} 个文件？',
    plural('Upload {{count}} file in the browser?', 'Upload {{count}} files in the browser?'),
  ],
  totalSizeTitle: ['用网页上传 {{total}}？', 'Upload {{total}} in the browser?'],
  largeFileTitle: ['文件较大，继续用网页上传？', 'Large file: upload it in the browser?'],
  skippedTitle: [
    '{{count}} 个文件不会上传',
    plural('{{count}} file won’t be uploaded', '{{count}} files won’t be uploaded'),
  ],
  manyFilesText: ['共 {{total}}，将逐个上传。', '{{total}} in total, uploaded one by one.'],
  totalSizeText: ['上传需要一些时间。', 'This may take a while.'],
  largeFileText: ['“{{name}}”有 {{size}}。', '“{{name}}” is {{size}}.'],
  largeFilesText: [
    '“{{name}}”等 {{count}} 个文件超过 1 GB。',
    '“{{name}}” and others ({{count}} in total) are over 1 GB.',
  ],
  keepOpenBatches: [
    '请保持页面打开：关闭后，没有开始的批次要重新选择。',
    'Keep the page open: batches that haven’t started must be chosen again after closing it.',
  ],
  keepOpenText: [
    '关闭页面会中断上传，下次打开可续传。',
    'Closing the page interrupts the upload. You can resume it later.',
  ],
  skippedText: ['以下文件将跳过。', 'These files will be skipped:'],
  skipEmpty: ['空文件', 'empty'],
  skipOver80GB: ['超过 {{limit}}', 'over {{limit}}'],
  over80GB: [
    '文件超过 {{limit}}，无法上传。请拆分后再传。',
    'Files over {{limit}} can’t be uploaded. Split the file first.',
  ],
  skipKind: ['不允许的类型', 'not allowed'],
  refusedKind: [
    '管理员不允许上传这种类型的文件。请改用其他格式，或联系管理员。',
    'Your administrator doesn’t allow files of this kind. Use another format, or ask your administrator.',
  ],
  skipUnreadable: ['无法读取', 'unreadable'],
  moreSkipped: ['另有 {{count}} 个', plural('{{count}} more', '{{count}} more')],
  refusedSkipped: ['已全部跳过，没有上传', 'All items were skipped; nothing was uploaded'],
  allSkipped: ['同名文件已全部跳过，没有上传', 'All files were skipped; nothing was uploaded'],
  targetRefused: ['无法开始上传：{{reason}}', 'Couldn’t start the upload: {{reason}}'],

  // Open sessions from elsewhere
  unfinishedElsewhere: [
    '其他浏览器里有 {{count}} 个上传未完成，占用 {{size}}。',
    plural(
      '{{count}} unfinished upload from another browser reserves {{size}}.',
      '{{count}} unfinished uploads from another browser reserve {{size}}.',
    ),
  ],
  discardTitle: [
    '放弃 {{count}} 个未完成的上传？',
    plural('Discard {{count}} unfinished upload?', 'Discard {{count}} unfinished uploads?'),
  ],
  discardOneTitle: ['放弃未完成的“{{name}}”？', 'Discard the unfinished upload of “{{name}}”?'],
  discardText: [
    '将释放 {{size}}。之后在其他浏览器里只能从头上传。',
    plural(
      'Frees {{size}}. In the other browser, it will have to start over.',
      'Frees {{size}}. In the other browser, they will have to start over.',
    ),
  ],
  discardActiveText: [
    '将释放 {{size}}。它可能还在其他浏览器里上传，放弃后只能从头上传。',
    plural(
      'Frees {{size}}. It may still be uploading in the other browser and will have to start over.',
      'Frees {{size}}. Some may still be uploading in the other browser and will have to start over.',
    ),
  ],
  discard: ['放弃', 'Discard'],
  discardAll: ['全部放弃', 'Discard all'],
  discarded: [
    '已放弃 {{count}} 个上传，释放 {{size}}',
    plural('{{count}} upload discarded, {{size}} freed', '{{count}} uploads discarded, {{size}} freed'),
  ],
  notDiscarded: [
    '{{count}} 个未放弃：其他浏览器已继续上传或已完成',
    plural(
      '{{count}} not discarded: the other browser resumed or finished it',
      '{{count}} not discarded: the other browser resumed or finished them',
    ),
  ],
  resumeHint: [
    '选择原来的文件（名称、大小、修改时间一致）即可续传。',
    plural(
      'Choose the same file (same name, size and date modified) to resume.',
      'Choose the same files (same names, sizes and dates modified) to resume.',
    ),
  ],
  stoppedAt: ['{{time}} 中断', 'Stopped {{time}}'],
  startedAt: ['{{time}} 开始', 'Started {{time}}'],
  lastReceived: ['最近接收：{{time}}', 'Last received {{time}}'],
  resumableUntil: ['{{date}} 前可续传', 'resumable until {{date}}'],
  uploadProgress: ['“{{name}}”的上传进度', 'Upload progress of {{name}}'],
  destinationUnavailable: ['目标文件夹已不可用', 'The destination folder is no longer available'],
  moreUnfinished: ['另有 {{count}} 个', plural('and {{count}} more', 'and {{count}} more')],
  chooseFilesToResume: ['选择文件续传', plural('Choose file to resume', 'Choose files to resume')],
  wrongFile: ['这不是“{{name}}”：名称或大小不同。', 'This isn’t “{{name}}”: the name or size differs.'],
  fileNotListed: [
    '“{{name}}”不在其中：名称、大小和修改时间都要一致。',
    '“{{name}}” isn’t one of these. Name, size and date modified must match.',
  ],
  filesNotListed: [
    '{{count}} 个文件不在其中：名称、大小和修改时间都要一致。',
    plural(
      '{{count}} file isn’t one of these. Name, size and date modified must match.',
      '{{count}} files aren’t among these. Name, size and date modified must match.',
    ),
  ],
  differentDate: [
    '“{{name}}”的修改时间不同，从头上传？',
    '“{{name}}” has a different date modified. Start over?',
  ],
  differentDates: [
    '{{count}} 个文件的修改时间不同，从头上传？',
    '{{count}} files have a different date modified. Start over?',
  ],
  differentDateText: [
    '已上传的 {{size}} 可能属于另一个文件，将被丢弃。',
    'The {{size}} already uploaded may belong to a different file and will be discarded.',
  ],
  startOver: ['从头上传', 'Start over'],
  close: ['关闭', 'Close'],

  // Going on after a restart
  chooseSame: ['选择同一文件继续上传', 'Choose the same file to resume'],
  chooseSameFolder: ['选择同一文件夹继续上传', 'Choose the same folder to resume'],
  chooseSameText: [
    '浏览器不再有读取它的权限。选择后会核对名称、大小和修改时间，并从断点继续。',
    'Your browser can no longer read it. Name, size and date modified are checked, then the upload resumes.',
  ],
  chooseFile: ['选择文件', 'Choose file'],
  chooseFolder: ['选择文件夹', 'Choose folder'],
  notTheSame: [
    '没有找到“{{name}}”，或大小不同。请选择原来的文件。',
    '“{{name}}” isn’t here, or its size differs. Choose the original file.',
  ],
  fileChanged: ['“{{name}}”已修改，将从头上传。', '“{{name}}” has changed. The upload starts over.'],
})
