import { texts } from '../texts.ts'

export const say = texts({
  quitTitle: ['退出 Clouddisk', 'Quit Clouddisk'],
  quitText: [
    '还有 {{count}} 个传输未完成。退出后会暂停，下次启动可以继续。',
    'Unfinished transfers: {{count}}. If you quit, they are paused and can go on at the next start.',
  ],
  quit: ['退出', 'Quit'],
  cancel: ['取消', 'Cancel'],
  serverInUse: [
    '正在使用此服务器，不能移除。请先切换到其他服务器。',
    'This server is in use and can’t be removed. Switch to another server first.',
  ],
  unknownServer: ['列表中没有此服务器。请先添加。', 'This server isn’t in the list. Add it first.'],
  askServer: [
    '请输入云盘服务器的地址，例如 https://drive.example.com。可向管理员询问。',
    'Enter the address of your drive, such as https://drive.example.com. Your administrator knows it.',
  ],
  nameServer: [
    '没有可用的输入对话框。请安装 zenity 或 kdialog，或在启动命令中指定服务器：--server https://drive.example.com',
    'No program for dialogs was found. Install zenity or kdialog, or name the server when you start the client: --server https://drive.example.com',
  ],
  noBrowser: [
    '没有找到 Chromium、Chrome 或 Edge。请安装其中一个，或用环境变量 CLOUDDISK_BROWSER 指定。',
    'No Chromium, Chrome or Edge was found. Install one, or name it in CLOUDDISK_BROWSER.',
  ],
  wrongBrowser: [
    '无法运行环境变量 CLOUDDISK_BROWSER 指定的 {{path}}。请改为已安装的 Chromium、Chrome 或 Edge，或取消设置。',
    '{{path}}, which CLOUDDISK_BROWSER names, can’t be run. Name an installed Chromium, Chrome or Edge, or remove the variable.',
  ],
  badAddress: [
    '{{address}} 不是服务器地址。请填写例如 https://drive.example.com 的地址。',
    '{{address}} isn’t the address of a server. Enter one such as https://drive.example.com.',
  ],
  unreachable: [
    '连接不上 {{server}}。请检查地址与网络后重试。',
    '{{server}} can’t be reached. Check the address and the network, and try again.',
  ],
  noClouddisk: [
    '{{server}} 上没有 Clouddisk。请向管理员确认地址。',
    'There is no Clouddisk at {{server}}. Ask your administrator for the address.',
  ],
  trayOpen: ['打开 Clouddisk', 'Open Clouddisk'],
  trayPause: ['全部暂停', 'Pause all'],
  trayResume: ['全部继续', 'Resume all'],
  trayDownloads: ['打开下载文件夹', 'Open the download folder'],
  trayQuit: ['退出', 'Quit'],
  trayIdle: ['没有正在进行的传输', 'No transfers are running'],
  trayTransferring: ['正在传输 {{count}} 个文件', 'Files being transferred: {{count}}'],
  traySyncing: ['正在本地同步', 'Local sync is running'],
  trayPaused: ['已暂停 {{paused}} 个传输', 'Paused transfers: {{paused}}'],
  trayError: [
    '{{failed}} 个传输失败。请打开传输列表查看原因。',
    'Failed transfers: {{failed}}. Open the transfer list to see why.',
  ],
  traySignedOut: ['未登录。请打开窗口登录。', 'Signed out. Open the window to sign in.'],
  finishedTitle: ['传输完成', 'Transfers finished'],
  finishedText: ['已完成 {{count}} 个文件。', 'Files finished: {{count}}.'],
  failedTitle: ['部分传输失败', 'Some transfers failed'],
  failedText: [
    '{{failed}} 个失败，{{count}} 个完成。请打开传输列表重试。',
    'Failed: {{failed}}. Finished: {{count}}. Open the transfer list to try again.',
  ],
  syncTitle: ['本地同步：{{folder}}', 'Local sync: {{folder}}'],
  syncText: ['同步完成，已上传 {{count}} 个文件。', 'The sync is done. Files uploaded: {{count}}.'],
  expiredTitle: ['登录已过期', 'Your sign-in has expired'],
  expiredText: [
    '请打开窗口重新登录，传输会继续。',
    'Open the window and sign in again, so that transfers go on.',
  ],
})
