import type { FoundDepartment, FoundUser } from '@clouddisk/contract/directory'
import type { Group } from '@clouddisk/contract/groups'
import { labelKey } from '@clouddisk/contract/label-names'
import type { FoundInstance } from '@clouddisk/contract/search'
import { Clock, CornerDownLeft, FileSearch, FolderSearch, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { findMarks, Marked, type MarkedRange } from '../../ui/marks.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { openSearch } from './field-request.ts'
import { isFolder, openFound, openLocation, openRecent } from './open.ts'
import type { RecentFile } from './recent.ts'
import { t } from './strings.ts'

/** What the quick search lists. */

export interface QuickOption {
  readonly id: string
  readonly icon: ReactNode
  readonly label: ReactNode
  /** Below the label. */
  readonly note?: string | undefined
  /** At the right end. */
  readonly tail?: string | undefined
  readonly keys?: string | undefined
  /** Ctrl+Enter opens the location instead. */
  readonly located?: true | undefined
  /** The dialog stays open. */
  readonly stays?: true | undefined
  readonly run: (location: boolean) => void
}

export interface QuickGroup {
  readonly id: string
  readonly label: string
  /** How many there are. */
  readonly count?: string | undefined
  readonly options: readonly QuickOption[]
}

const SIZE = 30
const symbol = (Icon: Action['icon'] = CornerDownLeft) => (
  <span className="flex size-[30px] items-center justify-center text-fg-2">
    <Icon size={18} aria-hidden />
  </span>
)

/** The label by which an item was found. */
const labelNote = ({ labels, match }: FoundInstance, keyword: string): string => {
  const found = labels.find((label) => labelKey(label).startsWith(labelKey(keyword)))
  return match.field === 'label' && found ? t('labelNote', { label: found }) : ''
}

/** @param marks of the server, for this keyword. */
export const fileOption = (
  item: FoundInstance,
  keyword: string,
  marks?: readonly MarkedRange[],
): QuickOption => ({
  id: `file-${item.instanceId}`,
  icon: <FileIcon ext={item.fileType} folder={isFolder(item)} size={SIZE} />,
  label: <Marked text={item.instanceName} keyword={keyword} marks={marks} />,
  note: [labelNote(item, keyword), item.instancePath.split('/').join(' / ')].filter(Boolean).join(' · '),
  tail: `${item.updateUser} · ${formatDateTime(item.updateTime)}`,
  located: true,
  run: (location) => void (location ? openLocation(item) : openFound(item)),
})

export const recentFileOption = (file: RecentFile): QuickOption => ({
  id: `recent-${file.instanceId}`,
  icon: <FileIcon ext={file.fileType} folder={isFolder(file)} size={SIZE} />,
  label: file.instanceName,
  located: true,
  run: (location) => void openRecent(file, location),
})

export const wordOption = (word: string, at: number, onWord: (word: string) => void): QuickOption => ({
  id: `word-${at}`,
  icon: symbol(Clock),
  label: word,
  stays: true,
  run: () => onWord(word),
})

/** The files of a person that one may see. */
export const userOption = (user: FoundUser, keyword: string): QuickOption => ({
  id: `user-${user.userId}`,
  icon: <PrincipalAvatar type="user" name={user.userRealName} size={SIZE} />,
  label: <Marked text={user.userRealName} keyword={keyword} />,
  tail: [user.userName, user.departmentPath.at(-1)].filter(Boolean).join(' · '),
  run: () => openSearch({ owner: user.userId }),
})

export const departmentOption = (
  department: FoundDepartment,
  keyword: string,
  onDepartment: (department: FoundDepartment) => void,
): QuickOption => ({
  id: `department-${department.departmentId}`,
  icon: <PrincipalAvatar type="department" name={department.departmentName} size={SIZE} />,
  label: <Marked text={department.departmentName} keyword={keyword} />,
  tail: t('department', { count: department.memberCount }),
  stays: true,
  run: () => onDepartment(department),
})

export const groupOption = (group: Group, keyword: string): QuickOption => ({
  id: `group-${group.groupId}`,
  icon: <PrincipalAvatar type="group" name={group.groupName} size={SIZE} />,
  label: <Marked text={group.groupName} keyword={keyword} />,
  tail: t('group', { count: group.memberCount }),
  run: () => void extensionFor('navigation')?.openFolder(group.rootId, undefined, 'group'),
})

/** The actions whose labels match, best first as they are. */
export const actionOptions = (actions: readonly Action[], keyword: string): QuickOption[] =>
  actions
    .filter(({ label, visible, disabled }) => visible !== false && !disabled && findMarks(label, keyword))
    .map(({ name, label, icon, keys, run }) => ({
      id: `action-${name}`,
      icon: symbol(icon),
      label: <Marked text={label} keyword={keyword} />,
      keys,
      run: () => run?.(),
    }))

export const allResultsOption = (keyword: string): QuickOption => ({
  id: 'all-results',
  icon: symbol(ListFilter),
  label: t('allResults', { keyword }),
  run: () => openSearch({ q: keyword }),
})

export const inContentsOption = (keyword: string): QuickOption => ({
  id: 'in-contents',
  icon: symbol(FileSearch),
  label: t('inContents', { keyword }),
  run: () => openSearch({ q: keyword, content: '1' }),
})

/** The folder that is open behind the dialog. */
export interface OpenFolder {
  readonly id: string
  readonly name: string
}

export const inFolderOption = (keyword: string, { id, name }: OpenFolder): QuickOption => ({
  id: 'in-folder',
  icon: symbol(FolderSearch),
  label: t('inFolder', { keyword, folder: name }),
  run: () => openSearch({ q: keyword, folder: id }),
})
