import { LIMITS } from '@clouddisk/contract/limits'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import {
  bytes,
  count,
  duration,
  entry,
  FILES,
  FOR_CALLS,
  FOR_CLIENTS,
  fixed,
  flag,
  GB,
  group,
  MB,
  rate,
  TB,
  TIMES,
  type Words,
} from '../entry.ts'

const AT_ONCE: Words = ['个', 'at a time']
const PARTS: Words = ['个分片', 'parts']

export const UPLOADS = group('uploads', [
  entry(
    'uploadFilesWeb',
    count(FILES, 1, 100_000),
    ['网页一次最多选择的文件数', 'Files in one selection on the web'],
    { variable: 'CLOUDDISK_UPLOAD_FILES' },
  ),
  entry(
    'uploadFilesClient',
    count(FILES, 1, 100_000),
    ['桌面客户端一次最多选择的文件数', 'Files in one selection in the desktop client'],
    { variable: 'CLOUDDISK_UPLOAD_FILES_CLIENT' },
  ),
  entry('manyFilesPrompt', count(FILES, 1, 100_000), [
    '选择的文件超过此数时先询问',
    'Selections with more files than this ask first',
  ]),
  entry('largeFilePrompt', bytes(1 * MB, 80 * GB), [
    '单个文件达到此大小时，询问用客户端还是网页上传',
    'Files from this size on ask whether to use the client or the web',
  ]),
  entry('plugInTipBytes', bytes(1 * MB, 80 * GB), [
    '所选文件总大小达到此值时，提示安装插件',
    'Selections from this size on show the tip about the plug-in',
  ]),
  entry('batchBytesMax', bytes(1 * GB, 60 * GB), [
    '选择两个以上文件时，总大小达到此值即拒绝',
    'Two files or more are refused from this total size on',
  ]),
  entry('fileBytesMax', bytes(1 * MB, 80 * GB), [
    '可上传的最大文件；已有的更大文件不受影响',
    'Largest file that can be uploaded. Larger ones that are stored already stay',
  ]),
  entry('emptyFiles', flag, ['允许上传空文件', 'Empty files can be uploaded'], {
    variable: 'CLOUDDISK_EMPTY_FILES',
  }),
  entry(
    'dedup',
    {
      kind: 'choice',
      options: [
        { value: 'instance', words: ['全部用户之间', 'Among all users'] },
        { value: 'user', words: ['仅本人的文件', 'Among one’s own files'] },
        { value: 'off', words: ['不使用', 'Off'] },
      ],
    },
    ['秒传与相同内容只存一份的范围', 'Whose contents are compared for instant upload and stored once'],
    { variable: 'CLOUDDISK_DEDUP' },
  ),
  entry(
    'iUploadLimit',
    count(AT_ONCE, 1, 3),
    ['每个用户同时上传的文件数', 'Files that a person uploads at a time'],
    {
      variable: 'CLOUDDISK_UPLOAD_CONCURRENCY',
    },
  ),
  entry(
    'partsInFlight',
    count(PARTS, 1, 5),
    ['每个文件同时上传的分片数', 'Parts of a file that are sent at a time'],
    {
      variable: 'CLOUDDISK_PART_CONCURRENCY',
    },
  ),
  entry('uploadKeptMs', duration(1 * DAY, 30 * DAY), [
    '未完成的上传保留的时间，之后清除并释放预留空间；只影响新的上传',
    'How long an unfinished upload is kept before it is discarded and its space is free again. For new uploads',
  ]),
  entry('openUploadsMax', count(FILES, 100, 100_000), [
    '每个用户未完成的上传数',
    'Unfinished uploads of one person',
  ]),
  entry('offerMs', duration(10 * MINUTE, 7 * DAY), [
    '秒传结果可以领取的时间',
    'How long an offer of instant upload can be taken up',
  ]),
  entry('proofMs', duration(1 * MINUTE, 60 * MINUTE), [
    '秒传时证明持有文件的时限',
    'Time to prove that one has a file, for instant upload',
  ]),
  fixed(
    'partBytes',
    bytes(),
    ['分片的默认大小，大文件自动加大', 'Default size of a part; it grows with the file'],
    FOR_CLIENTS,
  ),
  fixed('partCountTarget', count(PARTS), ['一个文件的分片数上限', 'Parts of a file, at most'], FOR_CLIENTS),
  fixed(
    'partListPage',
    count(PARTS),
    ['一次列出的已上传分片数', 'Uploaded parts in one listing'],
    FOR_CLIENTS,
  ),
  fixed('partTimeoutMs', duration(), ['上传一个分片的时限', 'Time for one part'], FOR_CLIENTS),
  fixed('retries', count(TIMES), ['失败的分片重试的次数', 'Retries of a part that failed'], FOR_CLIENTS),
  fixed(
    'resumeAttempts',
    count(TIMES),
    ['上传中断后自动续传的次数', 'Automatic attempts to resume an upload'],
    FOR_CLIENTS,
  ),
  fixed(
    'sha256SliceBytes',
    bytes(),
    ['计算 SHA-256 时每次读取的大小', 'Slice of a file for SHA-256'],
    FOR_CLIENTS,
  ),
  fixed('md5SliceBytes', bytes(), ['计算 MD5 时每次读取的大小', 'Slice of a file for MD5'], FOR_CLIENTS),
  fixed(
    'proofRangeBytes',
    bytes(),
    ['秒传证明所读取的片段大小', 'Range of a file that proves instant upload'],
    FOR_CLIENTS,
  ),
  fixed(
    'authorizationMs',
    duration(),
    ['分片上传授权的有效时间', 'Time in which an authorized part must begin'],
    FOR_CLIENTS,
  ),
  fixed('putFileBytes', bytes(), ['一次调用上传一个文件的最大大小', 'Largest file of one call'], FOR_CALLS),
  fixed('smallFileBytes', bytes(), ['合并上传的小文件大小', 'Size of files that go up together'], FOR_CALLS),
  fixed('smallFilesMax', count(FILES), ['一次合并上传的文件数', 'Files that go up together'], FOR_CALLS),
  fixed(
    'smallFilesBytes',
    bytes(),
    ['一次合并上传的总大小', 'Total size of files that go up together'],
    FOR_CALLS,
  ),
  fixed(
    'legacyBytes',
    bytes(),
    ['保留的旧配置，不起作用', 'Kept from an earlier configuration, without effect'],
    FOR_CLIENTS,
  ),
])

export const DOWNLOADS = group('downloads', [
  entry(
    'speedLimit',
    { ...rate(LIMITS.speedLimitMin, 1 * TB), zeroIsUnlimited: true },
    [
      '每个用户上传、下载各自的速度上限；0 表示不限。个人限速更低时以个人为准',
      'Speed of each person in each direction; 0 for no limit. A lower limit of a person’s own holds',
    ],
    { variable: 'CLOUDDISK_BANDWIDTH_LIMIT' },
  ),
  entry(
    'archiveDownload',
    flag,
    ['允许打包下载文件夹和多个文件', 'Folders and selections can be downloaded as a ZIP'],
    {
      variable: 'CLOUDDISK_ARCHIVE_DOWNLOAD',
    },
  ),
  entry('downloadFilesMax', count(FILES, 1, 10_000), ['一次最多下载的文件数', 'Files in one download']),
  entry('publicFilesPrompt', count(FILES, 1, 10_000), [
    '从外链下载的文件超过此数时先询问',
    'Downloads from a link with more files than this ask first',
  ]),
  fixed(
    'syncSpeed',
    rate(),
    ['未限速时分片的速度上限', 'Speed of a part where no limit is set'],
    FOR_CLIENTS,
  ),
  fixed('speedLimitMin', rate(), ['限速的最小值', 'Lowest speed limit'], FOR_CLIENTS),
  fixed(
    'downloadUrlMs',
    duration(),
    ['下载地址的有效时间', 'How long a download address is valid'],
    FOR_CLIENTS,
  ),
  fixed(
    'downloadFrameMs',
    duration(),
    ['下载所用隐藏框架保留的时间', 'How long the hidden frame of a download stays'],
    FOR_CLIENTS,
  ),
])
