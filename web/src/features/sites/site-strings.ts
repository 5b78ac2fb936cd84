import { texts } from '../../lib/i18n.ts'

/** Words of the page of sites. */
export const t = texts('site-list', {
  title: ['站点管理', 'Sites'],
  intro: [
    '站点对应一个地点，包含那里的集群和登录地址。',
    'A site is a place with its clusters, and the address where people there sign in.',
  ],
  newSite: ['新建站点', 'New site'],
  editSite: ['编辑站点', 'Edit site'],
  name: ['名称', 'Name'],
  clusters: ['集群', 'Clusters'],
  chooseClusters: ['选择集群', 'Choose clusters'],
  clustersHint: ['属于其他站点的集群会移到这里。', 'Clusters of another site move to this one.'],
  region: ['登录页区域', 'Region of the sign-in page'],
  noRegion: ['不在登录页显示', 'Not on the sign-in page'],
  asiaPacific: ['亚太', 'Asia-Pacific'],
  northAmerica: ['北美', 'North America'],
  address: ['登录地址', 'Sign-in address'],
  addressHint: [
    '在登录页选择此区域后打开的地址。',
    'Where the sign-in page leads when somebody chooses the region.',
  ],
  networks: ['网段', 'Networks'],
  networksHint: [
    '来自这些网段的用户默认选中此区域。每行一个，如 10.0.0.0/8。',
    'The region is chosen for people in these networks. One per line, such as 10.0.0.0/8.',
  ],
  networkWrong: ['“{{text}}”：{{reason}}', '“{{text}}”: {{reason}}'],
  tooManyNetworks: ['最多 {{max}} 个网段，请减少。', 'Enter up to {{max}} networks.'],
  saved: ['站点“{{name}}”已保存', 'Site “{{name}}” saved'],
  removeTitle: ['删除站点“{{name}}”？', 'Delete the site “{{name}}”?'],
  removeText: ['登录页不再显示它的地址。', 'The sign-in page no longer leads to its address.'],
  removed: ['站点“{{name}}”已删除', 'Site “{{name}}” deleted'],
  failed: ['无法加载站点', 'Couldn’t load the sites'],
  empty: ['没有站点', 'No sites'],
  emptyText: [
    '在多个地点部署集群时，为每个地点新建站点。',
    'With clusters in several places, create a site for each place.',
  ],
})
