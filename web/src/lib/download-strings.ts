import { plural, texts } from './i18n.ts'

/** Questions before downloads, in the drive and on the page of visitors. */
export const t = texts('download-questions', {
  downloadTooMuchTitle: ['一次下载的文件太多', 'Too many files'],
  downloadTooMuch: [
    '一次最多下载 {{limit}} 个文件，已选 {{count}} 个。请分批下载。',
    'You can download {{limit}} files at a time; you chose {{count}}. Download them in batches.',
  ],
  moreThan80GBTitle: [
    '{{count}} 个文件超过 80 GB',
    plural('{{count}} file is over 80 GB', '{{count}} files are over 80 GB'),
  ],
  moreThan80GB: [
    '网页不能下载超过 80 GB 的文件，以下文件将跳过。',
    'The browser can’t download files over 80 GB. These will be skipped:',
  ],
  downloadRest: ['下载其余 {{count}} 个', plural('Download the other one', 'Download the other {{count}}')],
  folderNotSupportTitle: ['网页不能直接下载文件夹', 'The browser can’t download folders'],
  folderAsZipTitle: ['下载为 ZIP', 'Download as ZIP'],
  folderAsZip: [
    '网页不能直接下载文件夹，所选内容会打包成一个 ZIP，保留文件夹结构。',
    'The browser can’t download folders, so your selection comes as one ZIP with its folders.',
  ],
  folderNotSupport: ['请打开文件夹，选择里面的文件下载。', 'Open the folder and download the files in it.'],
  downloadZip: ['下载为 ZIP', 'Download as ZIP'],
  manyDownloadsTitle: [
    '下载 {{count}} 个文件？',
    plural('Download {{count}} file?', 'Download {{count}} files?'),
  ],
  manyDownloads: [
    '浏览器会逐个下载，可能会询问是否允许下载多个文件。',
    'Your browser downloads them one by one and may ask for permission.',
  ],
  manyDownloadsZip: [
    '打包成一个 ZIP 更方便；逐个下载时浏览器可能会询问是否允许。',
    'One ZIP is easier. One by one, your browser may ask for permission.',
  ],
  oneByOne: ['逐个下载', 'One by one'],
})
