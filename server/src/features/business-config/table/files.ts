import { CONTENT_KIND_WORDS, CONTENT_KINDS } from '@clouddisk/contract/content-kinds'
import {
  bytes,
  count,
  DAYS,
  entry,
  extensions,
  FOR_CALLS,
  FOR_CLIENTS,
  FOR_CONVERTERS,
  fixed,
  group,
  ITEMS,
  KB,
  MB,
  PIXELS,
  severalOf,
} from '../entry.ts'

const CONTENTS = severalOf(CONTENT_KINDS.map((value) => ({ value, words: CONTENT_KIND_WORDS[value] })))

export const FILE_RULES = group('fileRules', [
  entry('refusedExtensions', extensions, [
    '不允许上传的扩展名，如 exe、bat；也不能改成这些扩展名',
    'Extensions that can’t be uploaded, such as exe or bat, nor given to a file by renaming it',
  ]),
  entry('refusedContents', CONTENTS, [
    '不允许上传的内容；按文件内容识别，改了扩展名也不行',
    'Content that can’t be uploaded. The content itself is looked at, so another extension does not help',
  ]),
  entry('visitorRefusedExtensions', extensions, [
    '此外，外链访客不能上传的扩展名',
    'Extensions that visitors of links can’t upload either',
  ]),
  entry('visitorRefusedContents', CONTENTS, [
    '此外，外链访客不能上传的内容',
    'Content that visitors of links can’t upload either',
  ]),
])

export const FILES_AND_TEXT = group('files', [
  entry('textEditBytesMax', bytes(1 * KB, 2 * MB), [
    '可在线编辑的文本文件的最大大小',
    'Largest text file that can be edited online',
  ]),
  entry('massDeleteItems', count(ITEMS, 1, 100_000), [
    '从共享空间一次删除的项数超过此数，且超过下一项的比例时，需要再次确认并通知所有者',
    'Removing more shared items than this, and more than the share below, asks again and is told to owners',
  ]),
  entry('massDeleteShare', { kind: 'share', min: 0.01, max: 1 }, [
    '见 massDeleteItems：删除的项数占全部的比例',
    'See massDeleteItems: the share of all items',
  ]),
  fixed(
    'batchMax',
    count(ITEMS),
    ['一次移动、复制、删除、还原或收藏的项数', 'Items in one move, copy, delete, restore or favorite'],
    FOR_CALLS,
  ),
  fixed('previewBytesMax', bytes(), ['可预览的最大文件', 'Largest file that has a preview'], FOR_CONVERTERS),
  fixed(
    'previewPixelsMax',
    count(PIXELS),
    ['可预览图片的最大边长', 'Longest side of pictures that have a preview'],
    FOR_CONVERTERS,
  ),
  fixed('labelsMax', count(['个标签', 'labels']), ['每个文件最多的标签数', 'Labels of one file'], FOR_CALLS),
  fixed('pickerItemsMax', count(ITEMS), ['一次最多选择的项数', 'Items chosen at a time'], FOR_CALLS),
  fixed('iconBytesMax', bytes(), ['图标文件的最大大小', 'Largest icon'], FOR_CLIENTS),
])

export const RETENTION = group('retention', [
  entry('trashDays', count(DAYS, 1, 3650), [
    '删除的文件在回收站中保留的天数；只影响之后删除的文件',
    'Days that deleted files stay in the recycle bin. For files deleted from now on',
  ]),
  entry('secondTrashDays', count(DAYS, 1, 3650), [
    '离开回收站的文件在管理员回收站中保留的天数；只影响之后离开的文件',
    'Days in the admin recycle bin after that. For files that leave the recycle bin from now on',
  ]),
  entry('leaverDays', count(DAYS, 0, 365), [
    '办理离职后，账号和文件保留天数的预设值',
    'Days that account and files are kept after offboarding, unless chosen otherwise',
  ]),
  entry('dissolveDays', count(DAYS, 1, 365), [
    '群组解散后可以恢复的天数',
    'Days in which a deleted group can be brought back',
  ]),
  entry('handoverDays', count(DAYS, 1, 365), [
    '转让群组时等待对方答复的天数',
    'Days that a transfer of a group waits for its answer',
  ]),
])
