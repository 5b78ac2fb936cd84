import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of what others notice of a change. */
export const t = texts('files-consequences', {
  moveTitle: ['移动到“{{target}}”会改变谁能看到', 'Moving to {{target}} changes who can see this'],
  crossTitle: ['移动到另一个空间“{{target}}”？', 'Move to another space, {{target}}?'],
  copyTitle: ['复制到“{{target}}”会让别人也能看到', 'Copying to {{target}} lets others see this'],
  moveText: [
    '会换到另一个空间，占用那里 {{size}}；原处单独设的权限和共享不会带过去。',
    'It goes to another space and uses {{size}} there. Shares and permissions set here don’t come along.',
  ],
  moveTextEmpty: [
    '会换到另一个空间；原处单独设的权限和共享不会带过去。',
    'It goes to another space. Shares and permissions set here don’t come along.',
  ],
  copyText: [
    '副本占用那里 {{size}}；原处的文件不变。',
    'The copy uses {{size}} there. What you have here stays as it is.',
  ],
  copyTextEmpty: ['原处的文件不变。', 'What you have here stays as it is.'],
  fullTitle: ['“{{target}}”放不下', 'There isn’t enough space in {{target}}'],
  fullText: [
    '需要 {{size}}，那里还差 {{missing}}。先清理那里的空间，或少选一些。',
    'It needs {{size}}: {{missing}} more than is free there. Free some space there, or choose less.',
  ],
  know: ['知道了', 'Got it'],
  gains: ['将能看到', 'Gain access'],
  loses: ['将看不到', 'Lose access'],
  endedShares: ['将结束的内部共享', 'Internal shares that end'],
  endedEntries: ['将取消的单独权限', 'Permissions that end'],
  people: ['{{count}} 人', n('{{count}} person', '{{count}} people')],
  whole: ['{{name}}（{{people}}）', '{{name}} ({{people}})'],
  between: ['、', ', '],
  andOthers: ['{{names}} 等', '{{names}} and others'],
  move: ['仍然移动', 'Move anyway'],
  copy: ['仍然复制', 'Copy anyway'],
  removeTitle: ['删除 {{count}} 项？', n('Delete {{count}} item?', 'Delete {{count}} items?')],
  removeText: [
    '别人也在用这里的 {{total}} 项，这次删除超过五分之一。删除后可以一次全部还原。',
    'Others use the {{total}} items here too, and this is over a fifth of them. You can restore everything at once.',
  ],
  removeMoreText: [
    '别人也在用这里的 {{total}} 项。加上你刚才删除的 {{recent}} 项，超过五分之一。都可以从回收站还原。',
    'Others use the {{total}} items here too. With the {{recent}} you deleted a moment ago, this is over a fifth of them. You can restore all of it from the recycle bin.',
  ],
  removeConfirm: ['删除 {{count}} 项', n('Delete {{count}} item', 'Delete {{count}} items')],
  takeOutTitle: ['移走 {{count}} 项？', n('Move {{count}} item away?', 'Move {{count}} items away?')],
  takeOutText: [
    '别人也在用这里的 {{total}} 项，这次移走超过五分之一。移走后他们就看不到了。',
    'Others use the {{total}} items here too, and this is over a fifth of them. They lose what you move away.',
  ],
  takeOutConfirm: ['移走 {{count}} 项', n('Move {{count}} item', 'Move {{count}} items')],
})
