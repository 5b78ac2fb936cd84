import { texts } from '../../lib/i18n.ts'

/** All shortcuts of the drive, for the sheet of `?`; a test compares them with what pages register. */

const t = texts('shortcut-list', {
  everywhere: ['所有页面', 'Everywhere'],
  quickSearch: ['快速搜索', 'Quick search'],
  fieldOrSearch: ['到列表的搜索框，或快速搜索', 'To the list’s search field, or quick search'],
  sheet: ['键盘快捷键', 'Keyboard shortcuts'],
  close: ['关闭窗口或面板', 'Close a window or panel'],
  nextControl: ['下一个、上一个控件', 'Next, previous control'],

  lists: ['所有列表', 'All lists'],
  move: ['移动', 'Move'],
  ends: ['第一项、最后一项', 'First, last item'],
  page: ['翻一屏', 'One screen up, down'],
  extend: ['连续选择', 'Extend the selection'],
  toggle: ['选择或取消', 'Select or deselect'],
  all: ['全选', 'Select all'],
  clear: ['取消选择', 'Clear the selection'],
  open: ['打开', 'Open'],
  menu: ['更多操作', 'More actions'],
  heads: ['从第一行到列标题', 'From the first row to the column headings'],

  files: ['文件列表', 'File list'],
  typeAhead: ['输入名称开头，跳到该项', 'Type the start of a name to go to it'],
  toList: ['到列表', 'To the list'],
  parent: ['返回上一级', 'Up one level'],
  rename: ['重命名', 'Rename'],
  remove: ['删除', 'Delete'],
  cut: ['剪切', 'Cut'],
  copy: ['复制', 'Copy'],
  paste: ['粘贴', 'Paste'],
  undo: ['撤销', 'Undo'],
  favorite: ['收藏或取消收藏', 'Add to or remove from favorites'],
  labels: ['标签', 'Labels'],
  details: ['属性', 'Properties'],
  download: ['下载', 'Download'],
  share: ['内部共享', 'Share'],
  copyLocation: ['复制链接', 'Copy link'],

  found: ['搜索结果、我的文件表', 'Search results, personal table'],
  openLocation: ['打开所在位置', 'Open location'],

  search: ['快速搜索框', 'Quick search field'],
  choose: ['选择', 'Choose'],
  anyDepartment: ['不再限于一个部门（框为空时）', 'Search all departments again, with the field empty'],

  shared: ['内部共享、外链、收藏、节点同步', 'Sharing, links, favorites, node sync'],
  copyLink: ['复制外链', 'Copy link'],
  stop: ['停止共享、外链或同步；退出共享', 'Stop sharing, a link or a sync; leave a share'],
  unfavorite: ['取消收藏', 'Remove from favorites'],

  usage: ['空间占用', 'Storage used'],
  groups: ['群组', 'Groups'],
  groupField: ['到群组的搜索框', 'To the search field of groups'],

  trash: ['回收站', 'Recycle bin'],
  restore: ['恢复', 'Restore'],
  removeForEver: ['彻底删除', 'Delete forever'],

  transfers: ['传输列表', 'Transfers'],
  unfold: ['展开、收起文件夹', 'Show, hide what a folder holds'],
  removeTransfer: ['从列表中删除', 'Remove from the list'],

  panel: ['属性、评论、标签', 'Properties, comments, labels'],
  send: ['发送评论，保存备注', 'Send a comment, save a remark'],
  cancel: ['取消', 'Cancel'],
  pickPerson: ['在提及列表中选人', 'Choose whom to mention'],
  removeLabel: ['删除最后一个标签', 'Remove the last label'],

  dialogs: ['选择文件夹或人员的窗口', 'Dialogs that choose a folder or people'],
  unfoldFolder: ['展开、收起', 'Expand, collapse'],
  into: ['进入部门', 'Into a department'],

  preview: ['预览', 'Preview'],
  nextFile: ['上一个、下一个文件', 'Previous, next file'],
  zoom: ['放大、缩小', 'Zoom in, out'],
  fit: ['适合窗口', 'Fit'],
  actual: ['实际大小，或适合宽度', 'Actual size, or fit width'],
  rotate: ['旋转', 'Rotate'],
  fullScreen: ['全屏', 'Full screen'],
  play: ['播放或暂停；幻灯片', 'Play or pause; slide show'],
  seek: ['后退、快进 10 秒', 'Back, forward 10 seconds'],
  find: ['查找', 'Find'],
  nextMatch: ['下一处、上一处', 'Next, previous match'],
  sideBar: ['PDF 侧栏', 'Side bar of a PDF'],
  print: ['打印 PDF', 'Print a PDF'],
  save: ['保存编辑的文本', 'Save an edited text'],
  archiveParent: ['压缩包：返回上一级', 'Archive: up one level'],

  administration: ['管理后台', 'Administration'],
  openEntry: ['查看或编辑', 'View or edit'],
  listField: ['到列表的搜索框', 'To the list’s search field'],
  removeEntry: ['删除、停止或丢弃', 'Delete, stop or discard'],
})

export interface ShortcutRow {
  readonly label: string
  /** In the notation of actions; several that belong together. */
  readonly keys: readonly string[]
}

export interface ShortcutSection {
  readonly name: string
  readonly title: string
  readonly rows: readonly ShortcutRow[]
  /** Beginnings of the names of shortcuts that pages of this section register. */
  readonly registered: readonly string[]
}

const row = (label: string, ...keys: readonly string[]): ShortcutRow => ({ label, keys })

const DOWNLOAD = row(t('download'), 'Mod+Shift+S')
const LOCATION = row(t('openLocation'), 'Mod+Enter')
const OF_FILES = [
  row(t('rename'), 'F2'),
  row(t('remove'), 'Delete'),
  row(t('favorite'), 'S'),
  row(t('labels'), 'L'),
  DOWNLOAD,
  row(t('share'), 'Mod+Shift+E'),
  row(t('copyLocation'), 'Mod+Shift+C'),
]

export const SHORTCUT_SECTIONS: readonly ShortcutSection[] = [
  {
    name: 'everywhere',
    title: t('everywhere'),
    registered: ['search', 'shortcuts'],
    rows: [
      row(t('quickSearch'), 'Mod+K'),
      row(t('fieldOrSearch'), '/'),
      row(t('sheet'), '?'),
      row(t('close'), 'Esc'),
      row(t('nextControl'), 'Tab', 'Shift+Tab'),
    ],
  },
  {
    name: 'lists',
    title: t('lists'),
    registered: ['list.'],
    rows: [
      row(t('move'), 'Up', 'Down'),
      row(t('ends'), 'Home', 'End'),
      row(t('page'), 'PageUp', 'PageDown'),
      row(t('open'), 'Enter'),
      row(t('toggle'), 'Space'),
      row(t('extend'), 'Shift+Up', 'Shift+Down'),
      row(t('all'), 'Mod+A'),
      row(t('clear'), 'Esc'),
      row(t('menu'), 'Shift+F10'),
      row(t('heads'), 'Up'),
    ],
  },
  {
    name: 'files',
    title: t('files'),
    registered: ['file.', 'folder.'],
    rows: [
      ...OF_FILES,
      row(t('cut'), 'Mod+X'),
      row(t('copy'), 'Mod+C'),
      row(t('paste'), 'Mod+V'),
      row(t('undo'), 'Mod+Z'),
      row(t('details'), 'Alt+Enter'),
      row(t('parent'), 'Backspace'),
      row(t('toList'), 'Down'),
      row(t('typeAhead'), 'A–Z'),
    ],
  },
  { name: 'found', title: t('found'), registered: ['found.'], rows: [LOCATION, ...OF_FILES] },
  {
    name: 'search',
    title: t('search'),
    registered: [],
    rows: [
      row(t('move'), 'Up', 'Down'),
      row(t('choose'), 'Enter'),
      LOCATION,
      row(t('anyDepartment'), 'Backspace'),
    ],
  },
  {
    name: 'shared',
    title: t('shared'),
    registered: ['share.', 'link.', 'favorite.', 'node-sync.'],
    rows: [
      row(t('open'), 'Enter'),
      DOWNLOAD,
      row(t('copyLink'), 'Mod+Shift+C'),
      row(t('details'), 'Alt+Enter'),
      row(t('stop'), 'Delete'),
      row(t('unfavorite'), 'S'),
    ],
  },
  {
    name: 'trash',
    title: t('trash'),
    registered: ['trash.'],
    rows: [row(t('restore'), 'R'), row(t('removeForEver'), 'Delete')],
  },
  {
    name: 'groups',
    title: t('groups'),
    registered: ['groups.'],
    rows: [
      row(t('groupField'), '/'),
      row(t('move'), 'Left', 'Right', 'Up', 'Down'),
      row(t('menu'), 'Shift+F10'),
    ],
  },
  {
    name: 'usage',
    title: t('usage'),
    registered: ['usage.'],
    rows: [LOCATION, DOWNLOAD, row(t('remove'), 'Delete')],
  },
  {
    name: 'transfers',
    title: t('transfers'),
    registered: [],
    rows: [row(t('unfold'), 'Right', 'Left'), row(t('removeTransfer'), 'Delete')],
  },
  {
    name: 'panel',
    title: t('panel'),
    registered: [],
    rows: [
      row(t('send'), 'Mod+Enter'),
      row(t('cancel'), 'Esc'),
      row(t('pickPerson'), 'Up', 'Down', 'Enter'),
      row(t('removeLabel'), 'Backspace'),
    ],
  },
  {
    name: 'dialogs',
    title: t('dialogs'),
    registered: [],
    rows: [
      row(t('unfoldFolder'), 'Right', 'Left'),
      row(t('choose'), 'Enter'),
      row(t('toggle'), 'Space'),
      row(t('into'), 'Right'),
    ],
  },
  {
    name: 'preview',
    title: t('preview'),
    registered: ['picture.', 'media.', 'pdf.', 'pages.', 'slides.'],
    rows: [
      row(t('nextFile'), 'Left', 'Right'),
      row(t('zoom'), 'Plus', '=', '-'),
      row(t('fit'), '0'),
      row(t('actual'), '1'),
      row(t('rotate'), 'R'),
      row(t('fullScreen'), 'F'),
      row(t('play'), 'Space'),
      row(t('seek'), 'J', 'L'),
      row(t('find'), 'Mod+F'),
      row(t('nextMatch'), 'Enter', 'Shift+Enter'),
      row(t('sideBar'), 'S'),
      row(t('print'), 'Mod+P'),
      row(t('save'), 'Mod+S'),
      row(t('archiveParent'), 'Backspace'),
    ],
  },
  {
    name: 'administration',
    title: t('administration'),
    registered: ['second.', 'files.', 'uploads.', 'links.'],
    rows: [
      row(t('openEntry'), 'Enter'),
      row(t('listField'), '/'),
      row(t('restore'), 'R'),
      row(t('removeEntry'), 'Delete'),
      row(t('parent'), 'Backspace'),
    ],
  },
]
