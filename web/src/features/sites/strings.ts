import { texts } from '../../lib/i18n.ts'

/** Words that the pages of nodes, clusters, sites and clouds have in common. */
export const t = texts('sites', {
  edit: ['编辑', 'Edit'],
  remove: ['删除', 'Delete'],
  create: ['创建', 'Create'],
  save: ['保存', 'Save'],
  changed: ['修改时间', 'Modified'],
  notSaved: ['保存失败', 'Couldn’t save'],
  notRemoved: ['删除失败', 'Couldn’t delete'],
  nameMissing: ['请输入名称。', 'Enter a name.'],
  tooLong: ['最多 {{max}} 个字符。', 'Use up to {{max}} characters.'],
  noCluster: ['不属于集群', 'No cluster'],
  none: ['—', '—'],
  comma: ['、', ', '],
})
