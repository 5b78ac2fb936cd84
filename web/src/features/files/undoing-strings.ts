import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** What the list of jobs calls taking back what takes longer. */
export const t = texts('files-undoing', {
  move: ['撤销移动 {{count}} 项', n('Undo moving {{count}} item', 'Undo moving {{count}} items')],
  copy: ['撤销复制 {{count}} 项', n('Undo copying {{count}} item', 'Undo copying {{count}} items')],
})
