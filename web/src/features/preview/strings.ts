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
  by: ['{{user}}，{{time}}', '{{user}}, {{time}}'],

  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  fit: ['适合窗口', 'Fit to window'],
  actual: ['实际大小', 'Actual size'],
  rotate: ['旋转', 'Rotate'],
  fullScreen: ['全屏', 'Full screen'],
  tools: ['图片工具', 'Picture tools'],
  scale: ['{{percent}}%', '{{percent}}%'],

  type: ['类型', 'Type'],
  size: ['大小', 'Size'],
  pixels: ['尺寸', 'Pixels'],
  location: ['位置', 'Location'],
  created: ['创建', 'Created'],
  modified: ['修改', 'Modified'],
  fileOf: ['{{ext}} 文件', '{{ext}} file'],
  plainFile: ['文件', 'File'],

  playing: ['播放', 'Playing'],
  play: ['播放或暂停', 'Play or pause'],
  seekBack: ['后退 10 秒', 'Back 10 seconds'],
  seekForward: ['前进 10 秒', 'Forward 10 seconds'],

  loading: ['正在打开…', 'Opening…'],
  truncated: [
    '只显示前 {{size}}。下载后查看全部。',
    'Only the first {{size}} is shown. Download it to see the rest.',
  ],
  emptyText: ['文件是空的', 'This file is empty'],

  folderTitle: ['文件夹不能预览', 'Folders can’t be previewed'],
  folderText: ['打开文件夹查看里面的文件。', 'Open the folder to see what it holds.'],
  typeTitle: ['这种类型不能预览', 'This type can’t be previewed'],
  typeText: ['下载后用其他应用打开。', 'Download it to open it in another app.'],
  videoTitle: ['这段视频不能播放', 'This video can’t be played'],
  videoText: [
    '浏览器只能播放 mp4、ogg 和 webm。下载后播放。',
    'Browsers play mp4, ogg and webm only. Download it to watch.',
  ],
  largeTitle: ['文件太大，不能预览', 'Too large to preview'],
  largeText: ['超过 {{limit}}。下载后打开。', 'It’s larger than {{limit}}. Download it to open it.'],
  pixelsTitle: ['图片太大，不能预览', 'This picture is too large to preview'],
  pixelsText: [
    '{{width}} × {{height}} 像素，每边最多 {{limit}}。下载后查看。',
    '{{width}} × {{height}} pixels; at most {{limit}} a side. Download it to view it.',
  ],
  brokenTitle: ['内容打不开', 'This can’t be shown'],
  brokenText: [
    '文件可能已损坏，或与扩展名不符。下载后检查。',
    'It may be damaged, or not what its extension says. Download it to check.',
  ],
  pdfText: ['这个浏览器不能显示 PDF。下载后打开。', 'This browser can’t show PDFs. Download it to open it.'],
  failedTitle: ['没能打开', 'Couldn’t open it'],
  retry: ['重试', 'Retry'],
})
