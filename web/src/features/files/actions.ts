import type { NewDocument } from '@clouddisk/contract/coediting'
import type { Instance } from '@clouddisk/contract/files'
import { extractedName, isArchive, isCompressedFile } from '@clouddisk/contract/filetypes'
import type { PermissionItem } from '@clouddisk/contract/roles'
import {
  Download,
  Eye,
  FolderOpen,
  FolderPlus,
  FolderUp,
  Info,
  Link,
  RotateCw,
  Star,
  StarOff,
  Trash2,
  Upload,
  UserPlus,
} from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'
import { onlineModeOf, onlineTypes, openOnlineEditor } from '../../lib/online.ts'
import { putOnClipboard } from './clipboard.ts'
import {
  copyLocation,
  copyToPicked,
  createOnline,
  createText,
  moveToPicked,
  pasteInto,
  removeItems,
  setFavorite,
  undoLatest,
} from './lazy-actions.ts'
import { menuIcon } from './lazy-icons.tsx'
import { t } from './strings.ts'

const ICONS = {
  CircleQuestionMark: menuIcon('CircleQuestionMark'),
  ClipboardPaste: menuIcon('ClipboardPaste'),
  Copy: menuIcon('Copy'),
  CopyPlus: menuIcon('CopyPlus'),
  CornerLeftUp: menuIcon('CornerLeftUp'),
  FilePen: menuIcon('FilePen'),
  FileText: menuIcon('FileText'),
  FolderInput: menuIcon('FolderInput'),
  HardDriveDownload: menuIcon('HardDriveDownload'),
  History: menuIcon('History'),
  KeyRound: menuIcon('KeyRound'),
  Link2: menuIcon('Link2'),
  Network: menuIcon('Network'),
  PackageOpen: menuIcon('PackageOpen'),
  PencilLine: menuIcon('PencilLine'),
  Presentation: menuIcon('Presentation'),
  Scale: menuIcon('Scale'),
  Scissors: menuIcon('Scissors'),
  Sheet: menuIcon('Sheet'),
  Tag: menuIcon('Tag'),
  Undo2: menuIcon('Undo2'),
}

/** File actions as values, for menus, bars and keys (STYLE.md rule 16). */

/** The items that actions apply to. */
export interface FileTargets {
  /** The loaded items. */
  readonly items: readonly Instance[]
  /** Number of all items, loaded or not. */
  readonly count: number
  /** Returns all items; loads missing ones. */
  readonly all: () => Promise<readonly Instance[]>
}

/** Commands that the list provides. */
export interface ListCommands {
  readonly open: (item: Instance) => void
  readonly rename: (item: Instance) => void
  readonly showProperties: (item: Instance | undefined) => void
  readonly canPaste: boolean
  readonly canUpload: boolean
  readonly canImport: boolean
  readonly canSync: boolean
  readonly newFolder: () => void
  readonly refresh: () => void
  readonly selectAll: () => void
  readonly openParent: (() => void) | undefined
}

const may = (items: readonly Instance[], permission: PermissionItem): boolean =>
  items.every((item) => item.fileAuth.includes(permission))
const asTarget = (folder: Instance): FolderTarget => ({
  instanceId: folder.instanceId,
  instanceName: folder.instanceName,
  path: folder.instanceFullPath.split('/'),
})

/** The next favorite state of several items: on unless all are on. */
const nextFavorite = (items: readonly Instance[]): boolean =>
  items.length === 0 || !items.every((item) => item.isCollect)

/** All actions on items, by name. */
export function itemActions(targets: FileTargets, list: ListCommands) {
  const { items, count, all } = targets
  const only = count === 1 ? items[0] : undefined
  const name = only?.instanceName ?? ''
  const folder = only?.classifierId === 'Folder'
  const favorite = nextFavorite(items)
  const withAll = (run: (items: readonly Instance[]) => unknown) => () => {
    void all().then(run)
  }
  const download = extensionFor('download')
  const online = onlineModeOf(only)
  const inGroup = items.some(({ groupId }) => groupId !== null)
  return {
    open: {
      name: 'file.open',
      label: t(folder ? 'open' : 'preview'),
      icon: folder ? FolderOpen : Eye,
      keys: 'Enter',
      visible: only !== undefined && (folder || (extensionFor('preview')?.canPreview(only) ?? false)),
      run: () => only && list.open(only),
    },
    online: {
      name: 'file.online',
      label: t(online === 'view' ? 'viewOnline' : 'editOnline'),
      icon: ICONS.FilePen,
      visible: online !== undefined,
      run: () => only && online && openOnlineEditor(only, online),
    },
    download: {
      name: 'file.download',
      label: t('download'),
      icon: Download,
      keys: 'Mod+Shift+S',
      visible: count > 0 && download !== undefined && may(items, 'download'),
      run: withAll((chosen) => download?.download(chosen)),
    },
    share: {
      name: 'file.share',
      label: t('share'),
      icon: UserPlus,
      keys: 'Mod+Shift+E',
      visible: count > 0 && (inGroup || (may(items, 'share') && may(items, 'members'))),
      disabled: inGroup ? t('shareInGroup') : undefined,
      run: withAll((chosen) => extensionFor('shares')?.share(chosen)),
    },
    shareLink: {
      name: 'file.share-link',
      label: t('shareLink'),
      icon: Link,
      visible: count > 0 && may(items, 'share'),
      run: withAll((chosen) => extensionFor('links')?.open({ items: chosen })),
    },
    syncTo: {
      name: 'file.sync',
      label: t('syncTo'),
      icon: ICONS.Network,
      visible: count > 0 && list.canSync && may(items, 'sync'),
      run: withAll((chosen) => extensionFor('nodeSync')?.sync(chosen)),
    },
    permissions: {
      name: 'file.permissions',
      label: t('permissions'),
      icon: ICONS.KeyRound,
      visible: count > 0 && inGroup && may(items, 'members'),
      run: withAll((chosen) => extensionFor('privileges')?.permissions(chosen)),
    },
    explain: {
      name: 'file.explain',
      label: t('explain'),
      icon: ICONS.CircleQuestionMark,
      visible: only !== undefined,
      run: () => only && extensionFor('privileges')?.explain(only),
    },
    extract: {
      name: 'file.extract',
      label: t(isCompressedFile(name) ? 'extractHere' : 'extractInto', { name: extractedName(name) }),
      icon: ICONS.PackageOpen,
      visible: only !== undefined && isArchive(only.fileType) && may(items, 'download') && list.canUpload,
      run: () => only && extensionFor('preview')?.extract(only),
    },
    copyLocation: {
      name: 'file.copy-location',
      label: t('copyLocation'),
      icon: ICONS.Link2,
      keys: 'Mod+Shift+C',
      visible: only !== undefined,
      run: () => only && void copyLocation(only),
    },
    moveTo: {
      name: 'file.move',
      label: t('moveTo'),
      icon: ICONS.FolderInput,
      visible: count > 0 && may(items, 'move'),
      run: withAll(moveToPicked),
    },
    copyTo: {
      name: 'file.copy',
      label: t('copyTo'),
      icon: ICONS.CopyPlus,
      visible: count > 0 && may(items, 'copy'),
      run: withAll(copyToPicked),
    },
    cut: {
      name: 'file.cut',
      label: t('cut'),
      icon: ICONS.Scissors,
      keys: 'Mod+X',
      visible: count > 0 && may(items, 'move'),
      run: withAll((chosen) => putOnClipboard('cut', chosen)),
    },
    copyToClipboard: {
      name: 'file.copy-to-clipboard',
      label: t('copy'),
      icon: ICONS.Copy,
      keys: 'Mod+C',
      visible: count > 0 && may(items, 'copy'),
      run: withAll((chosen) => putOnClipboard('copy', chosen)),
    },
    pasteInto: {
      name: 'file.paste-into',
      label: t('pasteInto'),
      icon: ICONS.ClipboardPaste,
      visible: folder && list.canPaste && may(items, 'upload'),
      run: () => only && void pasteInto(asTarget(only)),
    },
    rename: {
      name: 'file.rename',
      label: t('rename'),
      icon: ICONS.PencilLine,
      keys: 'F2',
      visible: only !== undefined && may(items, 'rename'),
      run: () => only && list.rename(only),
    },
    favorite: {
      name: 'file.favorite',
      label: t(favorite ? 'favorite' : 'unfavorite'),
      icon: favorite ? Star : StarOff,
      keys: 'S',
      visible: count > 0 && may(items, 'collect'),
      run: withAll((chosen) => setFavorite(chosen, favorite)),
    },
    labels: {
      name: 'file.labels',
      label: t('labels'),
      icon: ICONS.Tag,
      keys: 'L',
      visible: count > 0 && may(items, 'label'),
      run: withAll((chosen) => extensionFor('labels')?.open(chosen)),
    },
    versions: {
      name: 'file.versions',
      label: t('versions'),
      icon: ICONS.History,
      visible: only !== undefined && !folder && may(items, 'versionView'),
      run: () => only && extensionFor('versions')?.open(only),
    },
    size: {
      name: 'file.size',
      label: t('sizeOf'),
      icon: ICONS.Scale,
      visible: count > 0,
      run: withAll((chosen) => extensionFor('usage')?.showSize(chosen)),
    },
    properties: {
      name: 'file.properties',
      label: t('details'),
      icon: Info,
      keys: 'Alt+Enter',
      visible: count > 0,
      run: () => list.showProperties(only),
    },
    remove: {
      name: 'file.delete',
      label: t('delete'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: count > 0 && may(items, 'delete'),
      run: withAll(removeItems),
    },
  } satisfies Record<string, Action>
}

export type ItemActions = ReturnType<typeof itemActions>

/** The context menu of a row or the selection. */
export const itemMenu = (one: ItemActions): readonly ActionGroup[] => [
  [one.open, one.online, one.download, one.extract],
  [one.share, one.shareLink, one.permissions, one.syncTo, one.copyLocation],
  [one.moveTo, one.copyTo, one.cut, one.copyToClipboard, one.pasteInto],
  [one.rename, one.labels, one.favorite, one.versions, one.size, one.properties, one.explain],
  [one.remove],
]

interface ActionBar {
  /** Actions with labels, at the left. */
  readonly labelled: readonly Action[]
  readonly icons: readonly Action[]
  /** Actions in the ⋯ menu. */
  readonly more: readonly ActionGroup[]
}

/** Actions of the bar above the list; three on a phone. */
export function barActions(one: ItemActions, phone: boolean): ActionBar {
  const clip: ActionGroup = [one.cut, one.copyToClipboard, one.pasteInto]
  if (phone) {
    return {
      labelled: [],
      icons: [one.download, one.moveTo, one.remove],
      more: [
        [one.open, one.online, one.share, one.shareLink, one.permissions, one.syncTo, one.copyLocation],
        [one.extract, one.copyTo, ...clip],
        [one.rename, one.labels, one.favorite, one.versions, one.size, one.properties, one.explain],
      ],
    }
  }
  return {
    labelled: [
      one.download,
      { ...one.share, label: t('shareShort'), visible: one.share.visible && !one.share.disabled },
      { ...one.moveTo, label: t('move') },
      { ...one.copyTo, label: t('copy') },
      one.rename,
    ],
    icons: [one.favorite, one.labels, one.remove],
    more: [
      [one.open, one.online, one.extract, one.shareLink, one.permissions, one.syncTo, one.copyLocation],
      clip,
      [one.versions, one.size, one.properties, one.explain],
    ],
  }
}

/** All actions on the open folder. */
export function folderActions(folder: FolderTarget, list: ListCommands) {
  const upload = extensionFor('upload')
  const canUpload = list.canUpload && upload !== undefined
  const newOnline = (
    kind: NewDocument,
    label: 'newDocument' | 'newSheet' | 'newSlides',
    icon: Action['icon'],
  ) => ({
    name: `folder.new-${kind}`,
    label: t(label),
    icon,
    visible: list.canUpload && onlineTypes.get().create.includes(kind),
    run: () => void createOnline(folder, kind),
  })
  return {
    newFolder: {
      name: 'folder.new',
      label: t('newFolder'),
      icon: FolderPlus,
      visible: list.canUpload,
      run: list.newFolder,
    },
    newText: {
      name: 'folder.new-text',
      label: t('newText'),
      icon: ICONS.FileText,
      visible: list.canUpload,
      run: () => void createText(folder, 'txt'),
    },
    newMarkdown: {
      name: 'folder.new-markdown',
      label: t('newMarkdown'),
      icon: ICONS.FileText,
      visible: list.canUpload,
      run: () => void createText(folder, 'md'),
    },
    newDocument: newOnline('docx', 'newDocument', ICONS.FileText),
    newSheet: newOnline('xlsx', 'newSheet', ICONS.Sheet),
    newSlides: newOnline('pptx', 'newSlides', ICONS.Presentation),
    importOld: {
      name: 'folder.import',
      label: t('importOld'),
      icon: ICONS.HardDriveDownload,
      visible: list.canUpload && list.canImport,
      run: () => extensionFor('imports')?.open(folder),
    },
    uploadFiles: {
      name: 'folder.upload-files',
      label: t('uploadFiles'),
      icon: Upload,
      visible: canUpload,
      run: () => upload?.pickFiles(folder),
    },
    uploadFolder: {
      name: 'folder.upload-folder',
      label: t('uploadFolder'),
      icon: FolderUp,
      visible: canUpload,
      run: () => upload?.pickFolder(folder),
    },
    paste: {
      name: 'folder.paste',
      label: t('paste'),
      icon: ICONS.ClipboardPaste,
      keys: 'Mod+V',
      visible: list.canPaste && list.canUpload,
      run: () => void pasteInto(folder),
    },
    selectAll: { name: 'folder.select-all', label: t('selectAll'), keys: 'Mod+A', run: list.selectAll },
    undo: {
      name: 'folder.undo',
      label: t('undo'),
      icon: ICONS.Undo2,
      keys: 'Mod+Z',
      run: () => void undoLatest(),
    },
    openParent: {
      name: 'folder.parent',
      label: t('openParent'),
      icon: ICONS.CornerLeftUp,
      keys: 'Backspace',
      visible: list.openParent !== undefined,
      run: list.openParent,
    },
    refresh: { name: 'folder.refresh', label: t('refresh'), icon: RotateCw, run: list.refresh },
  } satisfies Record<string, Action>
}

export type FolderActions = ReturnType<typeof folderActions>

/** The context menu beside the rows; `arrange` has sort order and columns. */
export const folderMenu = (one: FolderActions, arrange: ActionGroup): readonly ActionGroup[] => [
  [one.newFolder, one.newDocument, one.newSheet, one.newSlides, one.newText, one.newMarkdown],
  [one.uploadFiles, one.uploadFolder, one.importOld],
  [one.paste, one.undo],
  [one.selectAll, ...arrange, one.refresh],
]
