import type { SyncDirection, SyncFailure, SyncMode, SyncState } from '@clouddisk/contract/node-sync'
import { texts } from '../../lib/i18n.ts'

/** Texts of node sync. */
export const t = texts('node-sync', {
  title: ['节点同步', 'Node sync'],
  list: ['同步项列表', 'Synced items'],
  count: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],
  search: ['按名称筛选', 'Filter by name'],
  selected: ['已选 {{count}} 项', '{{count}} selected'],
  selectionActions: ['对所选同步项的操作', 'Actions for the selected items'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  failedTitle: ['无法加载同步项', 'Couldn’t load the synced items'],
  noMatchTitle: ['没有符合条件的同步项', 'No synced items match'],
  noMatchText: ['换个名称再试。', 'Try another name.'],
  emptyTitle: ['还没有同步项', 'Nothing is synced yet'],
  emptyText: [
    '在文件或文件夹的菜单中选择“同步到…”，内容会同时保存在所选集群，各地都能就近读取。',
    'Choose “Sync to…” in the menu of a file or folder to keep it at other clusters too, close to the people there.',
  ],
  toFiles: ['打开个人文件', 'Open personal files'],
  name: ['名称', 'Name'],
  path: ['位置', 'Location'],
  clusters: ['同步到', 'Synced to'],
  comma: ['、', ', '],
  close: ['关闭', 'Close'],
  status: ['状态', 'Status'],
  kind: ['方式', 'How'],
  last: ['上次同步', 'Last sync'],
  next: ['下次 {{time}}', 'Next {{time}}'],
  never: ['—', '—'],
  open: ['打开位置', 'Open location'],
  run: ['立即同步', 'Sync now'],
  edit: ['修改同步', 'Edit sync'],
  stop: ['停止同步', 'Stop sync'],
  stopTitle: [
    '停止同步 {{count}} 项？',
    { one: 'Stop syncing {{count}} item?', other: 'Stop syncing {{count}} items?' },
  ],
  stopText: [
    '其他集群上的副本会被删除，文件本身保留。',
    'Copies at other clusters are removed. The files themselves stay.',
  ],
  groupSyncFailed: ['无法加载群组的同步', 'Couldn’t load the sync of the group'],
  stopOneTitle: ['停止同步“{{name}}”？', 'Stop syncing “{{name}}”?'],
  stopped: ['已停止同步', 'Sync stopped'],
  begun: ['已开始同步', 'Sync started'],
  notStopped: ['停止失败', 'Couldn’t stop the sync'],
  notBegun: ['开始失败', 'Couldn’t start the sync'],
  progress: ['{{done}} / {{total}} 个文件', '{{done}} of {{total}} files'],
  dialogTitle: ['将“{{name}}”同步到', 'Sync “{{name}}” to'],
  dialogTitleMany: ['将 {{count}} 项同步到', 'Sync {{count}} items to'],
  cluster: ['集群', 'Clusters'],
  clusterFault: ['请至少选择一个集群。', 'Choose at least one cluster.'],
  noBucket: ['没有可写入的存储桶', 'No bucket takes new content'],
  direction: ['方向', 'Direction'],
  mode: ['副本', 'Copies'],
  save: ['同步', 'Sync'],
  saveChange: ['保存', 'Save'],
  loadFailed: ['无法加载集群', 'Couldn’t load the clusters'],
  noClusters: [
    '还没有可以同步的集群。请联系管理员。',
    'There are no clusters to sync to. Ask your administrator.',
  ],
  noClustersYet: [
    '还没有可以同步的集群。请在“集群管理”中为集群添加存储桶。',
    'There are no clusters to sync to. Add buckets to a cluster under Clusters.',
  ],
  saved: ['已设置同步，正在开始', 'Sync is set up and starts now'],
  notSaved: ['设置失败', 'Couldn’t set up the sync'],
})

export const stateText = texts('node-sync-state', {
  waiting: ['等待同步', 'Waiting'],
  syncing: ['同步中', 'Syncing'],
  finished: ['已同步', 'Synced'],
  failed: ['失败', 'Failed'],
} satisfies Record<SyncState, [string, string]>)

/** What fails alike for everybody. */
const FAILURES = {
  unreachable: ['集群暂时连不上，稍后自动重试', 'Cluster can’t be reached; retries soon'],
  damaged: ['有文件已损坏，其余已同步', 'Some files are damaged; the rest is synced'],
  stopped: ['同步中断，稍后自动重试', 'Interrupted; retries soon'],
} satisfies Partial<Record<SyncFailure, [string, string]>>

/** Why a run failed, and what to do. */
export const failureText = texts('node-sync-failure', {
  ...FAILURES,
  full: ['集群的存储已满，请联系管理员', 'Cluster is full; ask your administrator'],
  noBucket: ['集群没有可写入的存储桶，请联系管理员', 'No writable bucket; ask your administrator'],
} satisfies Record<SyncFailure, [string, string]>)

/** The same for administrators. */
export const adminFailureText = texts('node-sync-admin-failure', {
  ...FAILURES,
  full: ['集群的存储已满，请扩容或清理', 'Cluster is full; add storage or free some'],
  noBucket: ['集群没有可写入的存储桶，请在“集群管理”中添加', 'No writable bucket; add one under Clusters'],
} satisfies Record<SyncFailure, [string, string]>)

export const directionText = texts('node-sync-direction', {
  oneWay: ['单向', 'One-way'],
  twoWay: ['双向', 'Two-way'],
} satisfies Record<SyncDirection, [string, string]>)

export const directionHint = texts('node-sync-direction-hint', {
  oneWay: ['把文件复制到所选集群', 'Files are copied to the chosen clusters'],
  twoWay: ['在任一集群保存的文件也会同步到其他集群', 'What is saved at one of them also goes to the others'],
} satisfies Record<SyncDirection, [string, string]>)

export const modeText = texts('node-sync-mode', {
  sync: ['仅同步', 'Sync only'],
  syncAndSave: ['同步并保存', 'Sync and save'],
} satisfies Record<SyncMode, [string, string]>)

export const modeHint = texts('node-sync-mode-hint', {
  sync: ['副本保留一个存储周期，之后删除', 'Copies are kept for a storage cycle, and then removed'],
  syncAndSave: ['副本一直保留', 'Copies are kept as long as the item is synced'],
} satisfies Record<SyncMode, [string, string]>)
