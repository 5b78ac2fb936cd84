import { texts } from '../../lib/i18n.ts'

/** Words of the page of nodes. */
export const t = texts('nodes', {
  title: ['节点管理', 'Nodes'],
  intro: [
    '每台服务器启动后自动注册为节点，每 10 秒报告一次状态。',
    'Every server registers as a node when it starts, and reports every 10 seconds.',
  ],
  newNode: ['新建节点', 'New node'],
  editNode: ['编辑节点', 'Edit node'],
  name: ['名称', 'Name'],
  nameHint: [
    '3-12 个字符。服务器以此名称启动（CLOUDDISK_NODE）后成为该节点。',
    '3-12 characters. The server that starts with this name (CLOUDDISK_NODE) becomes the node.',
  ],
  remarks: ['备注', 'Remarks'],
  businessAddress: ['业务地址', 'Business address'],
  businessHint: ['用户访问的地址，如 disk.example.com。', 'Where people reach it, such as disk.example.com.'],
  internalAddress: ['内部地址', 'Internal address'],
  internalHint: [
    '服务器之间访问的地址，如 10.0.0.5:8080。',
    'Where other servers reach it, such as 10.0.0.5:8080.',
  ],
  addresses: ['业务地址 / 内部地址', 'Business / internal address'],
  cluster: ['集群', 'Cluster'],
  state: ['状态', 'State'],
  alive: ['运行中', 'Running'],
  away: ['离线', 'Offline'],
  new: ['未启动', 'Not started'],
  thisOne: ['当前服务器', 'This server'],
  version: ['版本', 'Version'],
  started: ['启动时间', 'Started'],
  seen: ['最近在线', 'Last seen'],
  saved: ['节点“{{name}}”已保存', 'Node “{{name}}” saved'],
  removeTitle: ['删除节点“{{name}}”？', 'Delete the node “{{name}}”?'],
  removeText: [
    '只删除记录。它的服务器再次启动时会重新注册。',
    'Only the record is deleted. Its server registers again when it starts.',
  ],
  removed: ['节点“{{name}}”已删除', 'Node “{{name}}” deleted'],
  failed: ['无法加载节点', 'Couldn’t load the nodes'],
  empty: ['没有节点', 'No nodes'],
  emptyText: [
    '服务器启动后会出现在这里。也可以先新建节点，再启动服务器。',
    'Servers appear here once they start. You can also create a node first.',
  ],
})
