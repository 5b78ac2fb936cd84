import { texts } from '../../lib/i18n.ts'

/** Words of the preview. */
export const t = texts('preview', {
  label: ['预览“{{name}}”', 'Preview of {{name}}'],
  back: ['关闭预览', 'Close preview'],
  position: ['第 {{index}} 个，共 {{total}} 个', '{{index}} of {{total}}'],
  previous: ['上一个', 'Previous'],
  next: ['下一个', 'Next'],
  favorite: ['收藏', 'Add to favorites'],
  unfavorite: ['取消收藏', 'Remove from favorites'],
  info: ['属性', 'Properties'],
  download: ['下载', 'Download'],
  version: ['版本 {{no}}', 'Version {{no}}'],
  by: ['{{user}}，{{time}}', '{{user}}, {{time}}'],

  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  fit: ['适合窗口', 'Fit to window'],
  actual: ['实际大小', 'Actual size'],
  rotate: ['旋转', 'Rotate'],
  fullScreen: ['全屏', 'Full screen'],
  tools: ['图片工具', 'Image tools'],
  scale: ['{{percent}}%', '{{percent}}%'],

  type: ['类型', 'Type'],
  size: ['大小', 'Size'],
  pixels: ['尺寸', 'Dimensions'],
  location: ['位置', 'Location'],
  created: ['创建时间', 'Created'],
  modified: ['修改时间', 'Modified'],
  fileOf: ['{{ext}} 文件', '{{ext}} file'],
  plainFile: ['文件', 'File'],

  playing: ['播放', 'Playback'],
  play: ['播放/暂停', 'Play/Pause'],
  seekBack: ['后退 10 秒', 'Back 10 seconds'],
  seekForward: ['快进 10 秒', 'Forward 10 seconds'],

  htmlView: ['显示方式', 'View'],
  htmlPage: ['网页', 'Page'],
  htmlSource: ['源代码', 'Source'],

  loading: ['正在打开…', 'Opening…'],

  folderTitle: ['不支持预览文件夹', 'Folders can’t be previewed'],
  folderText: ['请打开文件夹查看内容。', 'Open the folder to see its contents.'],
  typeTitle: ['不支持预览这种文件', 'This file type can’t be previewed'],
  typeText: ['请下载后用其他应用打开。', 'Download it to open in another app.'],
  formatTitle: ['不支持预览这种格式', 'This format can’t be previewed'],
  convertingTitle: ['正在转换，请稍候', 'Converting for preview…'],
  convertingText: ['转换完成后自动打开。', 'It opens automatically when it’s done.'],
  waitingTitle: ['正在排队转换', 'Waiting to be converted…'],
  waitingText: [
    '前面还有 {{count}} 个文件。转换完成后自动打开。',
    {
      one: '{{count}} file comes first. It opens automatically when it’s done.',
      other: '{{count}} files come first. It opens automatically when it’s done.',
    },
  ],
  videoTitle: ['无法播放此视频', 'This video can’t be played'],
  videoText: [
    '浏览器只支持 mp4、ogg 和 webm。请下载后播放。',
    'Your browser plays mp4, ogg and webm only. Download it to watch.',
  ],
  largeTitle: ['文件太大，无法预览', 'Too large to preview'],
  largeText: ['文件超过 {{limit}}。请下载后打开。', 'The file is over {{limit}}. Download it to open.'],
  pixelsTitle: ['图片太大，无法预览', 'This image is too large to preview'],
  pixelsText: [
    '{{width}} × {{height}} 像素，单边不能超过 {{limit}}。请下载后查看。',
    '{{width}} × {{height}} pixels; the limit is {{limit}} per side. Download it to view.',
  ],
  brokenTitle: ['无法打开文件', 'This file can’t be opened'],
  brokenText: [
    '文件可能已损坏，或与扩展名不符。请下载后查看。',
    'It may be damaged, or its extension may be wrong. Download it to check.',
  ],
  encryptedTitle: ['文件有密码，无法预览', 'Protected by a password'],
  encryptedText: ['请下载后输入密码打开。', 'Download it and open it with its password.'],
  complexTitle: ['文件太复杂，无法预览', 'Too complex to preview'],
  complexText: [
    '转换此文件需要过多时间或内存。请下载后打开。',
    'Converting it takes too much time or memory. Download it to open.',
  ],
  longTitle: ['时间太长，无法转换', 'Too long to convert'],
  longText: [
    '转换超过 1 小时仍未完成，已停止。请下载后播放。',
    'Converting took more than an hour and was stopped. Download it to play.',
  ],
  noDownload: ['你没有下载此文件的权限。', 'You don’t have permission to download this file.'],
  formatText: [
    '此浏览器不支持 {{format}} 视频。请下载后播放。',
    'Your browser can’t show {{format}} video. Download it to watch.',
  ],
  formatUnknown: [
    '此浏览器不支持这种视频编码。请下载后播放。',
    'Your browser can’t show this kind of video. Download it to watch.',
  ],
  failedTitle: ['打开失败', 'Couldn’t open'],
  retry: ['重试', 'Retry'],
})
