import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Texts of undo jobs. */
export const t = texts('files-undoing', {
  move: ['正在撤销移动 {{count}} 项', n('Undoing move of {{count}} item', 'Undoing move of {{count}} items')],
  copy: ['正在撤销复制 {{count}} 项', n('Undoing copy of {{count}} item', 'Undoing copy of {{count}} items')],
})
