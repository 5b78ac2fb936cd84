import { SECOND } from '@clouddisk/contract/time'
import {
  bytes,
  count,
  DAYS,
  duration,
  entry,
  FILES,
  FOR_CALLS,
  fixed,
  GB,
  group,
  ITEMS,
  KB,
  MB,
  rate,
  TB,
  type Words,
} from '../entry.ts'

const AT_ONCE: Words = ['个', 'at a time']
const SECONDS: Words = ['秒', 'seconds']

export const SEARCH = group('search', [
  entry('searchLookedMax', count(FILES, 1000, 1_000_000), [
    '管理员按时间搜索全部文件时，查看的最近文件数',
    'Files, the latest of a time range, that an administrator’s search among all looks through',
  ]),
  entry('searchBelowMax', count(FILES, 100, 1_000_000), [
    '在文件夹中搜索时逐个查看的文件数；超过时先搜索整个空间',
    'Files below a folder that a search in it looks at one by one; beyond, the whole space is searched first',
  ]),
  entry('searchTextsBytes', bytes(1 * MB, 2 * GB), [
    '一次搜索最多比对的文件文字量',
    'Text of files that one search compares, at most',
  ]),
  entry('searchTextsMs', duration(100, 60 * SECOND), [
    '一次搜索用于比对文件文字的时间',
    'Time in which one search compares the text of files',
  ]),
  fixed('searchMax', count(ITEMS), ['一次搜索最多的结果数', 'Results of one search, at most'], FOR_CALLS),
])

export const CONTENT_CHECK = group('contentCheck', [
  entry('contentCheckMs', duration(0, 60 * SECOND), [
    '共享等操作等待内容检查的时间，之后在后台继续检查',
    'How long sharing and other calls wait for the content check, which then goes on in the background',
  ]),
  entry(
    'virusUnscanned',
    {
      kind: 'choice',
      options: [
        { value: 'hold', words: ['查毒后才能打开', 'Held until it is scanned'] },
        { value: 'serve', words: ['可以打开', 'Served'] },
      ],
    },
    [
      '尚未查毒的文件，包括杀毒服务无法访问或文件过大时；只影响有杀毒服务地址的集群',
      'Files that were not scanned for viruses yet, also while the scanner is away or where they are too large for it. Only where a cluster has an antivirus address',
    ],
  ),
  entry('virusWaitMs', duration(0, 60 * SECOND), [
    '打开尚未查毒的文件时等待查毒的时间',
    'How long opening a file that was not scanned yet waits for its scan',
  ]),
  entry('virusRescanSpeed', rate(64 * KB, 1 * TB), [
    '病毒库更新后重新检查已有文件的最大速度',
    'Speed at which stored files are scanned again once there are new signatures, at most',
  ]),
  entry(
    'icapBytesMax',
    bytes(0, 1 * TB),
    ['发送给 ICAP 服务的最大文件', 'Largest file that is sent to the ICAP service'],
    {
      variable: 'CLOUDDISK_ICAP_MAX_BYTES',
    },
  ),
  entry(
    'icapSeconds',
    count(SECONDS, 1, 3600),
    ['ICAP 服务检查一个文件的时限', 'Time of the ICAP service for one file'],
    {
      variable: 'CLOUDDISK_ICAP_TIMEOUT_SECONDS',
      afterRestart: true,
    },
  ),
  entry(
    'icapConcurrency',
    count(AT_ONCE, 1, 64),
    ['每台服务器同时发送给 ICAP 服务的文件数', 'Files that one server sends to the ICAP service at a time'],
    {
      variable: 'CLOUDDISK_ICAP_CONCURRENCY',
      afterRestart: true,
    },
  ),
])

export const BACKGROUND = group('background', [
  entry(
    'scrubDays',
    count(DAYS, 0, 365),
    [
      '多少天内校验完全部存储内容；0 表示不自动校验',
      'Days in which all stored content is verified; 0 for never',
    ],
    {
      variable: 'CLOUDDISK_SCRUB_DAYS',
    },
  ),
  entry(
    'scrubSpeed',
    rate(64 * KB, 1 * TB),
    ['校验存储内容时的最大读取速度', 'Speed at which stored content is read to verify it, at most'],
    {
      variable: 'CLOUDDISK_SCRUB_BANDWIDTH',
    },
  ),
  entry(
    'derivedBytes',
    bytes(0, 1024 * TB),
    ['缩略图、预览等生成内容占用存储的上限', 'Storage that thumbnails, previews and the like may take'],
    {
      variable: 'CLOUDDISK_DERIVED_BYTES',
    },
  ),
  entry(
    'conversions',
    count(AT_ONCE, 0, 64),
    [
      '每台服务器同时转换的文件数，用于缩略图和预览；0 表示不转换',
      'Files that one server converts at a time, for thumbnails and previews; 0 for none',
    ],
    {
      variable: 'CLOUDDISK_CONVERSIONS',
      afterRestart: true,
    },
  ),
])
