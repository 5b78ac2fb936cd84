import type { Language } from '@clouddisk/contract/errors'

/** What the client says of local syncs (B§5, B§8). */

const TEXTS = {
  tooManyTasks: [
    '已达到可配置数量上限。最多 {{limit}} 个任务，请先删除一个。',
    'The configurable quantity limit has been reached. Up to {{limit}} tasks are possible; delete one first.',
  ],
  duplicate: [
    '已存在相同的本地同步，不能重复配置。',
    'Identical local sync exists, duplicate config not allowed.',
  ],
  tooManyFiles: [
    '此文件夹超过 {{limit}} 个文件。请选择更小的文件夹，或在 .clouddiskignore 中排除部分文件。',
    'This folder has more than {{limit}} files. Choose a smaller one, or leave files out in .clouddiskignore.',
  ],
  noFolder: [
    '文件不存在或路径已变更。请检查本地文件夹。',
    'File does not exist or path has changed. Check the local folder.',
  ],
  noTarget: [
    '云端文件夹不存在，或没有上传权限。请删除此任务后重新选择文件夹。',
    'The cloud folder doesn’t exist, or you may not upload to it. Delete this task and choose another folder.',
  ],
  noSpace: [
    '云盘空间不足。请清理空间后重新同步。',
    'There isn’t enough space in the cloud. Free some, and sync again.',
  ],
  signedOut: [
    '登录已过期。请重新登录，同步会自动继续。',
    'Your sign-in has expired. Sign in again, and the sync goes on.',
  ],
  tokenScope: [
    '访问令牌只能读取。请使用范围为“读写”的令牌。',
    'The access token may only read. Use one with the scope “write”.',
  ],
  syncing: ['正在同步，无法编辑。请等待同步完成。', 'The task is syncing. Wait until it’s done to edit it.'],
  someFailed: ['{{count}} 个文件未同步。', '{{count}} files weren’t synced.'],
  changed: ['文件在同步时被修改。下次会同步。', 'The file changed during the sync. It’s sent next time.'],
  notUtf8: [
    '名称不是 UTF-8 编码，无法读取。请重命名后再同步。',
    'Its name isn’t in UTF-8, so it can’t be read. Rename it, and sync again.',
  ],
  sameName: [
    '同一文件夹中有另一个仅大小写不同的名称，云盘会视为同名。请重命名后再同步。',
    'Another name in the folder differs by case only, which is the same name in the drive. Rename it, and sync again.',
  ],
  unreadable: [
    '无法读取。请检查权限，或关闭占用它的程序。',
    'It can’t be read. Check its permissions, or close the program that uses it.',
  ],
} as const

export type SyncText = keyof typeof TEXTS

export const say = (
  what: SyncText,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  TEXTS[what][language === 'zh-CN' ? 0 : 1].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
