import { texts } from '../../lib/i18n.ts'

/** Words of what is asked before something is transferred, and of what is refused. */
export const t = texts('transfer-questions', {
  // Same name
  conflictTitle: ['“{{folder}}”里已有同名项', 'This name is taken in {{folder}}'],
  conflictChoose: ['怎么处理“{{name}}”', 'What to do with {{name}}'],
  conflictNumber: ['第 {{index}} 个，共 {{count}} 个同名', 'Taken name {{index}} of {{count}}'],
  keepBoth: ['保留两份', 'Keep both'],
  keepBothHint: ['存为“{{name}}”', 'Saved as {{name}}'],
  newVersion: ['存为新版本', 'Save as a new version'],
  newVersionHint: ['原内容留在历史版本里', 'The old content stays in the version history'],
  skip: ['跳过', 'Skip'],
  skipHint: ['不上传这个文件', 'This file won’t be uploaded'],
  skipFolderHint: ['不上传这个文件夹', 'This folder won’t be uploaded'],
  merge_: ['合并到已有文件夹', 'Merge into the existing folder'],
  mergeHint: ['内容放进已有的文件夹', 'Its contents go into the existing folder'],
  insideKeepBoth: ['保留两份', 'Keep both'],
  insideNewVersion: ['存为新版本', 'Save as new versions'],
  insideSkip: ['跳过同名文件', 'Skip them'],
  inside: ['里面有同名文件时', 'For files inside whose names are taken'],
  forAll: [
    '其余 {{count}} 个也这样处理',
    { one: 'Same for the other one', other: 'Same for the other {{count}}' },
  ],
  cancelUpload: ['取消上传', 'Cancel upload'],
  proceed: ['继续', 'Continue'],

  // Selecting
  continueWeb: ['继续网页上传', 'Upload in the browser'],
  continueRest: [
    '上传其余 {{count}} 个',
    { one: 'Upload the other one', other: 'Upload the other {{count}}' },
  ],
  cancel: ['取消', 'Cancel'],
  emptySelection: [
    '没有选择文件。选一个文件或文件夹再传。',
    'No file was chosen. Choose files or a folder to upload.',
  ],
  nothingLeft: ['没有可上传的文件', 'Nothing here can be uploaded'],
  nothingLeftText: ['所选文件都不能上传，原因见下。', 'None of these files can be uploaded; here is why.'],
  tooManyTitle: ['一次选的文件太多', 'Too many files at once'],
  tooMany: [
    '一次最多 {{limit}} 个文件，你选了 {{count}} 个。请分批上传。',
    'You chose {{count}} files; the limit is {{limit}}. Upload in batches.',
  ],
  tooManyMore: [
    '一次最多 {{limit}} 个文件，你选的不止 {{limit}} 个。请分批上传。',
    'You chose more than {{limit}} files, the limit. Upload in batches.',
  ],
  tooManyQueued: [
    '上传列表最多 {{limit}} 个文件，已有 {{queued}} 个，还能加 {{free}} 个。等一些传完再加。',
    'The list takes {{limit}} files and has {{queued}}; {{free}} more fit. Wait for some to finish.',
  ],
  limit60GBTitle: ['一次选的内容太大', 'Too much at once'],
  limit60GB: [
    '一次上传的总大小要小于 {{limit}}，你选了 {{total}}。请分批上传。',
    'A batch must stay under {{limit}}; you chose {{total}}. Upload in batches.',
  ],
  manyFilesTitle: [
    '用网页上传 {{count}} 个文件？',
    { one: 'Upload {{count}} file in the browser?', other: 'Upload {{count}} files in the browser?' },
  ],
  totalSizeTitle: ['用网页上传 {{total}}？', 'Upload {{total}} in the browser?'],
  largeFileTitle: ['文件较大，继续用网页上传？', 'Large file: upload it in the browser?'],
  skippedTitle: [
    '{{count}} 个文件不会上传',
    { one: '{{count}} file won’t be uploaded', other: '{{count}} files won’t be uploaded' },
  ],
  manyFilesText: ['共 {{total}}，会一个接一个上传。', '{{total}} in all, one after another.'],
  totalSizeText: ['上传需要一些时间。', 'This takes a while.'],
  largeFileText: ['“{{name}}”有 {{size}}。', '“{{name}}” is {{size}}.'],
  largeFilesText: [
    '“{{name}}”等 {{count}} 个文件超过 1 GB。',
    '“{{name}}” and others, {{count}} in all, are over 1 GB.',
  ],
  keepOpenText: [
    '关闭页面会中断，下次打开可接着传。',
    'Closing the page interrupts it; you can resume next time.',
  ],
  skippedText: ['下面的文件会跳过。', 'The files below are skipped.'],
  skipEmpty: ['空文件', 'empty'],
  skipOver80GB: ['超过 80 GB', 'over 80 GB'],
  over80GB: [
    '文件超过 80 GB，无法上传。请拆分后再传。',
    'Files over 80 GB can’t be uploaded. Split it first.',
  ],
  skipUnreadable: ['无法读取', 'unreadable'],
  moreSkipped: ['另有 {{count}} 个', { one: '{{count}} more', other: '{{count}} more' }],
  allSkipped: ['同名文件已全部跳过，没有上传', 'Everything was skipped; nothing is uploaded'],
  targetGone: ['没能开始上传：{{reason}}', 'The upload didn’t start: {{reason}}'],

  // Open sessions from elsewhere
  leftOver: [
    '{{count}} 个上传在其他浏览器里没传完，预留了 {{size}}。',
    {
      one: '{{count}} unfinished upload from another browser sets {{size}} aside.',
      other: '{{count}} unfinished uploads from another browser set {{size}} aside.',
    },
  ],
  leftOverQuestion: [
    '丢弃 {{count}} 个没传完的上传？',
    { one: 'Discard {{count}} unfinished upload?', other: 'Discard {{count}} unfinished uploads?' },
  ],
  leftOverQuestionOne: ['丢弃没传完的“{{name}}”？', 'Discard the unfinished “{{name}}”?'],
  leftOverDiscardText: [
    '释放 {{size}}。在其他浏览器里再传，要从头开始。',
    {
      one: 'Frees {{size}}. In the other browser it can only start over.',
      other: 'Frees {{size}}. In the other browser they can only start over.',
    },
  ],
  leftOverDiscardMaybe: [
    '释放 {{size}}。它可能还在其他浏览器里上传，丢弃后只能从头开始。',
    {
      one: 'Frees {{size}}. It may still be uploading in the other browser, and can only start over there.',
      other:
        'Frees {{size}}. Some may still be uploading in the other browser, and can only start over there.',
    },
  ],
  leftOverDiscard: ['丢弃', 'Discard'],
  leftOverDiscardAll: ['全部丢弃', 'Discard all'],
  leftOverDiscarded: [
    '已丢弃 {{count}} 个上传，释放 {{size}}',
    {
      one: '{{count}} upload discarded, {{size}} freed',
      other: '{{count}} uploads discarded, {{size}} freed',
    },
  ],
  leftOverWentOn: [
    '{{count}} 个没有丢弃：其他浏览器刚刚接着传，或已经传完',
    {
      one: '{{count}} not discarded: the other browser has just gone on with it, or finished',
      other: '{{count}} not discarded: the other browser has just gone on with them, or finished',
    },
  ],
  leftOverText: [
    '在这里选原来的文件（名称、大小、修改时间一致），就从停下的地方接着传。',
    {
      one: 'Choose the same file (same name, size and modified time) to resume it.',
      other: 'Choose the same files (same name, size and modified time) to resume them.',
    },
  ],
  leftOverStopped: ['{{time}} 停下', 'Stopped {{time}}'],
  leftOverBegun: ['{{time}} 开始', 'Started {{time}}'],
  leftOverLast: ['{{time}} 还收到过内容', 'Last received {{time}}'],
  leftOverKept: ['{{date}} 前可接着传', 'resumable until {{date}}'],
  leftOverProgress: ['“{{name}}”已收到的部分', 'How much of {{name}} was received'],
  leftOverNowhere: ['要传到的文件夹已不可用', 'Its folder is no longer available'],
  leftOverMore: ['另有 {{count}} 个', { one: 'and {{count}} more', other: 'and {{count}} more' }],
  leftOverChoose: ['选择文件接着传', { one: 'Choose the file to resume', other: 'Choose files to resume' }],
  leftOverNotThis: ['这不是“{{name}}”：名称或大小不同。', 'That isn’t “{{name}}”: its name or size differs.'],
  leftOverNotThese: [
    '“{{name}}”不在这里：名称、大小和修改时间要一致。',
    '“{{name}}” isn’t one of these. Name, size and modified time must be the same.',
  ],
  leftOverNone: [
    '{{count}} 个文件不在这里：名称、大小和修改时间要一致。',
    {
      one: '{{count}} file isn’t one of these. Name, size and modified time must be the same.',
      other: '{{count}} files aren’t any of these. Name, size and modified time must be the same.',
    },
  ],
  leftOverOther: [
    '“{{name}}”的修改时间和原来的不同，从头上传？',
    '“{{name}}” was modified at another time. Start it over?',
  ],
  leftOverOthers: [
    '{{count}} 个文件的修改时间和原来的不同，从头上传？',
    '{{count}} files were modified at another time. Start them over?',
  ],
  leftOverOtherText: [
    '已收到的 {{size}} 可能属于另一个文件，会丢弃。',
    'The {{size}} already received may belong to a different file and is discarded.',
  ],
  leftOverAnew: ['从头上传', 'Start over'],
  close: ['关闭', 'Close'],

  // Going on after a restart
  chooseSame: ['选择同一个文件继续上传', 'Choose the same file to resume'],
  chooseSameFolder: ['选择同一个文件夹继续上传', 'Choose the same folder to resume'],
  chooseSameText: [
    '浏览器没有保留读取它的权限。选择后会核对名称、大小和修改时间，从断点继续。',
    'The browser can no longer read it. Name, size and time are checked, then it resumes where it stopped.',
  ],
  chooseFile: ['选择文件', 'Choose file'],
  chooseFolder: ['选择文件夹', 'Choose folder'],
  notTheSame: [
    '没有找到“{{name}}”，或大小不同。选择原来的文件。',
    '“{{name}}” isn’t among them, or its size differs. Choose the original file.',
  ],
  fileChanged: ['“{{name}}”修改过，将从头上传。', '“{{name}}” has changed; it starts over.'],

  // Downloads
  downloadTooMuchTitle: ['一次下载的文件太多', 'Too many files at once'],
  downloadTooMuch: [
    '一次最多下载 {{limit}} 个文件，你选了 {{count}} 个。请分批下载。',
    'You chose {{count}} files; a download takes {{limit}}. Download in batches.',
  ],
  moreThan80GBTitle: [
    '{{count}} 个文件超过 80 GB',
    { one: '{{count}} file is over 80 GB', other: '{{count}} files are over 80 GB' },
  ],
  moreThan80GB: [
    '网页不能下载超过 80 GB 的文件，下面的会跳过。',
    'The browser can’t download files over 80 GB; the ones below are skipped.',
  ],
  downloadRest: [
    '下载其余 {{count}} 个',
    { one: 'Download the other one', other: 'Download the other {{count}}' },
  ],
  folderNotSupportTitle: ['网页不能直接下载文件夹', 'The browser can’t download folders'],
  folderAsZipTitle: ['下载为 ZIP', 'Download as ZIP'],
  folderAsZip: [
    '所选内容会打成一个 ZIP，文件夹结构不变，解压即可使用。网页不能直接下载文件夹。',
    'Your selection comes as one ZIP with its folders intact. The browser can’t download folders as such.',
  ],
  folderNotSupport: ['打开文件夹，选择里面的文件下载。', 'Open the folder and download the files in it.'],
  downloadZip: ['下载为 ZIP', 'Download as ZIP'],
  manyDownloadsTitle: [
    '下载 {{count}} 个文件？',
    { one: 'Download {{count}} file?', other: 'Download {{count}} files?' },
  ],
  manyDownloads: [
    '浏览器会一个接一个下载，可能会问是否允许下载多个文件。',
    'Your browser downloads one after another and may ask whether to allow that.',
  ],
  manyDownloadsZip: [
    '打成一个 ZIP 更省事；逐个下载时浏览器可能会问是否允许。',
    'One ZIP is easier; one by one, your browser may ask whether to allow that.',
  ],
  oneByOne: ['逐个下载', 'One by one'],
})
