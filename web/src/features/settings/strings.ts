import { texts } from '../../lib/i18n.ts'

/** Words of the settings of the installation. */
export const t = texts('settings', {
  title: ['系统设置', 'Settings'],
  maskNames: ['姓名遮盖', 'Masked names'],
  maskNamesText: [
    '决定同事在查找用户和查看谁有权限时看到的姓名与账号。',
    'How colleagues see names and accounts when they look for people and at who has access.',
  ],
  off: ['不遮盖', 'Off'],
  offHint: ['所有人都显示完整姓名', 'Everyone’s full name is shown'],
  otherDepartments: ['遮盖其他部门', 'Other departments'],
  otherDepartmentsHint: [
    '没有共同部门或群组的人显示为“陈**”',
    'People without a department or group in common appear as “Ch**ng”',
  ],
  everybody: ['遮盖所有人', 'Everyone'],
  everybodyHint: ['除自己外都显示为“陈**”', 'Everyone but oneself appears as “Ch**ng”'],
  adminsSee: [
    '管理员始终看到其管理用户的完整姓名。',
    'Administrators always see the full names of the users they manage.',
  ],
  contentSearch: ['内容搜索', 'Search in contents'],
  contentSearchText: [
    '文件上传后，系统在后台读取文本、PDF 和 Office 文件的文字，并保存到数据库，占用的空间约为文字本身的两倍。数据库不加密；备份不包含这些文字。',
    'After an upload, the text of text, PDF and Office files is read in the background and kept in the database, where it takes about twice its size. The database isn’t encrypted. Backups leave these texts out.',
  ],
  contentSearchOn: ['搜索文件内容', 'Search the text in files'],
  contentSearchHint: [
    '关闭后删除已保存的文字；再次打开时重新读取所有文件。',
    'Turning it off deletes the stored texts; turning it on again reads all files anew.',
  ],
  personalTable: ['我的文件表', 'Personal table'],
  personalTableText: [
    '把每个人个人空间中的全部文件列在一张表中，可筛选、排序并导出为 Excel 文件。',
    'Lists all files of a person’s own space in one table, to filter, sort and export to Excel.',
  ],
  personalTableOn: ['显示我的文件表', 'Show the personal table'],
  personalTableHint: [
    '关闭后，菜单中不再有这一项；已打开的页面在重新加载后隐藏。',
    'Without it the menu has no such entry. Pages that are open hide it when they are reloaded.',
  ],
  versions: ['历史版本', 'Versions of files'],
  versionsText: [
    '文件被替换后，旧内容保留为历史版本并计入空间。个人空间的所有者和群组的管理员可以另行设置；固定的版本一直保留。',
    'What a file was before stays as a version, which takes space. Owners of a drive and managers of a group can choose otherwise. Pinned versions stay.',
  ],
  versionsKept: ['每个文件最多保留', 'Versions of a file, at most'],
  versionsUnit: ['个版本', 'versions'],
  versionDays: ['旧版本保留', 'Old versions stay'],
  daysUnit: ['天', 'days'],
  versionDaysHint: ['从被替换时算起；0 表示不限天数', 'Since they were replaced; 0 keeps them however old'],
  links: ['外链访问限制', 'Limits for external links'],
  linksText: [
    '限制同一网络（IPv4 前 24 位、IPv6 前 64 位相同的地址）使用外链的次数和流量，防止链接被滥用。公司出口共用一个网络时，请留出余量。',
    'Limits how often one network (addresses with the same first 24 bits of IPv4, or 64 of IPv6) opens links and how much it downloads, so that links aren’t abused. Offices often share one network: leave them enough.',
  ],
  linkVisits: ['每个网络每小时访问', 'Visits from a network, per hour'],
  visitsUnit: ['次', 'visits'],
  linkBytes: ['每个网络每天下载', 'Downloads of a network, per day'],
  noLimitHint: ['留空表示不限', 'Leave empty for no limit'],
  outOfRange: ['请输入 {{min}}–{{max}} 的整数', 'Enter a whole number from {{min}} to {{max}}'],
  systemTitle: ['系统名称', 'Name of the system'],
  systemTitleText: [
    '显示在菜单、登录页和浏览器标题里。',
    'Shown in the menu, on the sign-in page and in window titles.',
  ],
  systemTitleName: ['名称', 'Name'],
  systemTitleHint: ['留空则使用默认名称。', 'Leave it empty for the default name.'],
  titleLong: ['最多 {{max}} 个字符。', 'Use up to {{max}} characters.'],
  approval: ['外发审批系统', 'Approval of external sharing'],
  approvalText: [
    '填写后，申请外发权限的用户可以从这里打开公司的审批系统。审批结果仍须由管理员在“外链管理 › 外发申请”中登记。',
    'With an address, people who ask to share outside can open the company’s approval system. Administrators still decide under Links › Requests.',
  ],
  approvalUrl: ['审批地址', 'Address'],
  approvalHint: [
    '{id} 会替换为申请编号；留空表示不使用',
    '{id} becomes the number of the request; leave empty for none',
  ],
  approvalWrong: [
    '请填写以 http:// 或 https:// 开头并含有 {id} 的地址。',
    'Enter an address that begins with http:// or https:// and contains {id}.',
  ],
  approvalLong: ['最多 {{max}} 个字符。', 'Use up to {{max}} characters.'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
  notSaved: ['保存失败', 'Couldn’t save'],
  notLoaded: ['设置加载失败', 'Couldn’t load the settings'],
})
