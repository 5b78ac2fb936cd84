import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of what others notice of a change. */
export const t = texts('files-consequences', {
  moveTitle: ['移动到“{{target}}”会改变谁能看到', 'Moving to {{target}} changes who can see this'],
  crossTitle: ['移动到另一个空间“{{target}}”？', 'Move to another space, {{target}}?'],
  copyTitle: ['复制到“{{target}}”会让别人也能看到', 'Copying to {{target}} lets others see this'],
  moveText: [
    '会换一个空间，占用 {{size}}；在原处单独设的权限和共享不跟过去。',
    'It goes to another space and takes {{size}} there; shares and permissions of its own don’t come along.',
  ],
  copyText: [
    '副本在那里占用 {{size}}；原处的不变。',
    'The copy takes {{size}} there; what you have here stays as it is.',
  ],
  fullTitle: ['“{{target}}”放不下', 'There isn’t enough space in {{target}}'],
  fullText: [
    '需要 {{size}}，那里还差 {{missing}}。先清理那里的空间，或少选一些。',
    'It needs {{size}}, and {{missing}} is missing there. Free some space there, or choose less.',
  ],
  know: ['知道了', 'Got it'],
  gains: ['能看到的人', 'Gain access'],
  loses: ['不再能看到的人', 'Lose access'],
  endedShares: ['结束的内部共享', 'Internal shares that end'],
  endedEntries: ['取消的单独权限', 'Permissions that end'],
  people: ['{{count}} 人', n('{{count}} person', '{{count}} people')],
  whole: ['{{name}}（{{people}}）', '{{name}} ({{people}})'],
  between: ['、', ', '],
  andOthers: ['{{names}} 等', '{{names}} and others'],
  move: ['仍然移动', 'Move anyway'],
  copy: ['仍然复制', 'Copy anyway'],
  removeTitle: ['删除 {{count}} 项？', n('Delete {{count}} item?', 'Delete {{count}} items?')],
  removeText: [
    '这里共 {{total}} 项，别人也在用。可以作为一步整体还原。',
    'Of {{total}} items here that others use too. It can be restored as one step.',
  ],
  removeConfirm: ['删除 {{count}} 项', n('Delete {{count}} item', 'Delete {{count}} items')],
  takeOutTitle: ['移走 {{count}} 项？', n('Move {{count}} item away?', 'Move {{count}} items away?')],
  takeOutText: [
    '这里共 {{total}} 项，别人也在用；移走后他们就看不到了。',
    'Of {{total}} items here that others use too; they lose them.',
  ],
  takeOutConfirm: ['移走 {{count}} 项', n('Move {{count}} item', 'Move {{count}} items')],
})
