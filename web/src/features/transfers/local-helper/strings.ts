import { plural, texts } from '../../../lib/i18n.ts'

/** Transfers that the page hands to the desktop client. */
export const t = texts('local-helper', {
  useForUpload: ['用客户端上传', 'Use the client'],
  useForDownload: ['用客户端下载', 'Use the client'],
  uploadHint: [
    '也可以用桌面客户端上传：关闭网页后仍会继续。需要在客户端的窗口中重新选择文件。',
    'The desktop client can upload it too, and goes on after you close this page. You choose the files again in its window.',
  ],
  downloadHint: [
    '也可以用桌面客户端下载：中断后会自动续传，并保留文件夹结构。',
    'The desktop client can download it too. It resumes after interruptions and keeps folders.',
  ],
  getClient: ['下载桌面客户端', 'Download the desktop client'],
  bigDownloadTitle: ['下载 {{total}}？', 'Download {{total}}?'],
  bigDownloadText: ['下载需要一些时间。', 'This may take a while.'],
  inBrowser: ['用浏览器下载', 'Download here'],

  connectingTitle: ['正在连接桌面客户端', 'Connecting to the desktop client'],
  connectingText: [
    '如果浏览器询问是否打开客户端或访问本机，请选择允许。',
    'If your browser asks to open the client or to reach this computer, allow it.',
  ],
  choosingTitle: ['请在客户端的窗口中选择', 'Choose in the client’s window'],
  choosingText: [
    '选择窗口可能在浏览器后面。选好后就会开始上传。',
    'Its window may be behind the browser. The upload starts once you’ve chosen.',
  ],
  savingText: [
    '客户端可能会询问保存位置，窗口可能在浏览器后面。',
    'The client may ask where to save. Its window may be behind the browser.',
  ],
  startingTitle: ['正在交给客户端', 'Handing over to the client'],
  cancel: ['取消', 'Cancel'],

  notFoundTitle: ['没有连接到桌面客户端', 'The desktop client doesn’t answer'],
  notFoundText: [
    '客户端可能没有安装或没有启动。请启动客户端后重试，或继续使用浏览器。',
    'It may not be installed or running. Start it and try again, or continue in the browser.',
  ],
  notFoundAsk: ['如需安装客户端，请联系管理员。', 'Ask your administrator if you need it installed.'],
  tryAgain: ['重试', 'Try again'],
  refusedTitle: ['客户端无法接手', 'The client can’t take this over'],
  continueUpload: ['继续用网页上传', 'Continue in the browser'],
  continueDownload: ['继续用浏览器下载', 'Continue in the browser'],

  uploadsHandedOver: [
    '已交给客户端，正在上传 {{count}} 个文件',
    plural('The client is uploading {{count}} file', 'The client is uploading {{count}} files'),
  ],
  foldersCreated: ['客户端已创建文件夹', 'The client has created the folders'],
  downloadsHandedOver: [
    '已交给客户端，正在下载 {{count}} 个文件',
    plural('The client is downloading {{count}} file', 'The client is downloading {{count}} files'),
  ],
  uploadDone: ['客户端已上传完成', 'The client has finished uploading'],
  uploadFailed: [
    '客户端有 {{count}} 个文件上传失败。请在客户端的传输列表中查看。',
    plural(
      'The client couldn’t upload {{count}} file. See its transfer list.',
      'The client couldn’t upload {{count}} files. See its transfer list.',
    ),
  ],
  nothingInFolder: ['所选文件夹里没有文件', 'There are no files in these folders'],
})
