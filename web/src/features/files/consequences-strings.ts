import { plural, texts } from '../../lib/i18n.ts'

/** Texts about the effects of a change on other people. */
export const t = texts('files-consequences', {
  moveTitle: ['移动到“{{target}}”会改变谁能看到', 'Moving to {{target}} changes who can see this'],
  crossTitle: ['移动到另一个空间“{{target}}”？', 'Move to another space, {{target}}?'],
  copyTitle: ['复制到“{{target}}”后，其他人也能看到', 'Others will see this copy in {{target}}'],
  moveText: [
    '将移到另一个空间，占用 {{size}}；在这里单独设置的权限和共享不会保留。',
    'It moves to another space and takes {{size}} there. Permissions and shares set here aren’t kept.',
  ],
  moveTextEmpty: [
    '将移到另一个空间；在这里单独设置的权限和共享不会保留。',
    'It moves to another space. Permissions and shares set here aren’t kept.',
  ],
  copyText: [
    '副本占用目标空间 {{size}}，原文件不变。',
    'The copy takes {{size}} there. The original stays unchanged.',
  ],
  copyTextEmpty: ['原文件不变。', 'The original stays unchanged.'],
  fullTitle: ['“{{target}}”空间不足', 'Not enough space in {{target}}'],
  fullText: [
    '需要 {{size}}，还差 {{missing}}。请先清理空间，或少选一些。',
    'You need {{size}}, {{missing}} more than is free. Free some space there, or choose less.',
  ],
  know: ['知道了', 'Got it'],
  gains: ['将获得访问权限', 'Will gain access'],
  loses: ['将失去访问权限', 'Will lose access'],
  endedShares: ['将结束的内部共享', 'Shares that will end'],
  endedEntries: ['将取消的单独权限', 'Permissions that will be removed'],
  people: ['{{count}} 人', plural('{{count}} person', '{{count}} people')],
  whole: ['{{name}}（{{people}}）', '{{name}} ({{people}})'],
  between: ['、', ', '],
  andOthers: ['{{names}} 等', '{{names}} and others'],
  move: ['仍然移动', 'Move anyway'],
  copy: ['仍然复制', 'Copy anyway'],
  removeTitle: ['删除 {{count}} 项？', plural('Delete {{count}} item?', 'Delete {{count}} items?')],
  removeText: [
    '其他人也在使用这里的 {{total}} 项，这次将删除五分之一以上。删除后可以全部还原。',
    'Others use the {{total}} items here too, and this deletes over a fifth of them. You can restore them all.',
  ],
  removeMoreText: [
    '其他人也在使用这里的 {{total}} 项，连同刚才删除的 {{recent}} 项，已超过五分之一。都可以从回收站还原。',
    'Others use the {{total}} items here too. With the {{recent}} you just deleted, this is over a fifth of them. You can restore them from the recycle bin.',
  ],
  removeConfirm: ['删除 {{count}} 项', plural('Delete {{count}} item', 'Delete {{count}} items')],
  takeOutTitle: ['移走 {{count}} 项？', plural('Move {{count}} item away?', 'Move {{count}} items away?')],
  takeOutText: [
    '其他人也在使用这里的 {{total}} 项，这次将移走五分之一以上。移走后他们将无法访问。',
    'Others use the {{total}} items here too, and this moves over a fifth of them away. They’ll lose access.',
  ],
  takeOutConfirm: ['移走 {{count}} 项', plural('Move {{count}} item', 'Move {{count}} items')],
})
