import {
  count,
  duration,
  entry,
  FILES,
  FOR_CALLS,
  FOR_CLIENTS,
  FOR_DESIGN,
  fixed,
  flag,
  group,
  PIXELS,
  type Words,
} from '../entry.ts'

const LEVELS: Words = ['级', 'levels']
const PORT: Words = ['', '']
const TASKS: Words = ['个任务', 'tasks']

export const PAGE = group('page', [
  fixed(
    'uploadListRefreshMs',
    duration(),
    ['管理员上传列表的刷新间隔', 'Refresh of the administrators’ list of uploads'],
    FOR_DESIGN,
  ),
  fixed('refreshFlagResetMs', duration(), ['刷新标记复位的时间', 'Reset of the refresh mark'], FOR_DESIGN),
  fixed('refreshTimeoutMs', duration(), ['刷新的时限', 'Time limit of a refresh'], FOR_DESIGN),
  fixed(
    'readyPollMs',
    duration(),
    ['等待就绪时的查询间隔', 'Interval of asking whether something is ready'],
    FOR_DESIGN,
  ),
  fixed(
    'folderRefreshMs',
    duration(),
    ['上传时文件夹列表的刷新间隔', 'Refresh of a folder while files go into it'],
    FOR_DESIGN,
  ),
  fixed(
    'capacityRefreshMs',
    duration(),
    ['空间用量的刷新延迟', 'Delay of refreshing the space used'],
    FOR_DESIGN,
  ),
  fixed(
    'chunkLoadMs',
    duration(),
    ['加载页面部件的时限', 'Time in which a part of the page loads'],
    FOR_DESIGN,
  ),
  fixed('requestTimeoutMs', duration(), ['请求的时限', 'Time limit of a request'], FOR_CLIENTS),
  fixed(
    'newFolderNodeMs',
    duration(),
    ['新建文件夹后选中它的延迟', 'Delay until a new folder is selected'],
    FOR_DESIGN,
  ),
  fixed('debounceMs', duration(), ['输入后开始搜索的延迟', 'Delay between typing and searching'], FOR_DESIGN),
  fixed('toastMs', duration(), ['提示显示的时间', 'How long messages are shown'], FOR_DESIGN),
  fixed('toastGapPx', count(PIXELS), ['两条提示的间距', 'Gap between two messages'], FOR_DESIGN),
  fixed('toastOffsetPx', count(PIXELS), ['第一条提示的下边距', 'Offset of the first message'], FOR_DESIGN),
  fixed('toastLayer', count(PORT), ['提示所在的层', 'Layer of messages'], FOR_DESIGN),
  fixed('badgeMax', count(PORT), ['角标显示的最大数字', 'Highest number in a badge'], FOR_DESIGN),
  fixed(
    'tableInsetPx',
    count(PIXELS),
    ['表格比页面低的高度', 'How much lower a table is than its page'],
    FOR_DESIGN,
  ),
  fixed('tourDelayMs', duration(), ['引导开始前的延迟', 'Delay before the tour'], FOR_DESIGN),
  fixed('tourSteps', count(['步', 'steps']), ['引导的步数', 'Steps of the tour'], FOR_DESIGN),
])

export const CLIENT = group('client', [
  fixed(
    'clientVersion',
    count(PORT),
    ['网页版本；较旧的页面会提示刷新', 'Version of the page; older ones ask to be reloaded'],
    FOR_CLIENTS,
  ),
  fixed(
    'finishedRecordMs',
    duration(),
    ['已完成的传输记录保留的时间', 'How long finished transfers are listed'],
    FOR_CLIENTS,
  ),
  entry(
    'localHelper',
    flag,
    [
      '网页可以把较大的传输交给本机的桌面客户端',
      'Pages can hand large transfers to the desktop client on the same computer',
    ],
    { variable: 'CLOUDDISK_LOCAL_HELPER' },
  ),
  entry(
    'helperTestPorts',
    flag,
    [
      '网页使用插件的测试端口，用于以 --test-ports 启动的客户端',
      'Pages use the plug-in’s ports for tests, for clients started with --test-ports',
    ],
    { variable: 'CLOUDDISK_HELPER_TEST_PORTS' },
  ),
  fixed('plugInWsPort', count(PORT), ['插件的 WebSocket 端口', 'WebSocket port of the plug-in'], FOR_CLIENTS),
  fixed('plugInHttpPort', count(PORT), ['插件的 HTTP 端口', 'HTTP port of the plug-in'], FOR_CLIENTS),
  fixed(
    'plugInTestWsPort',
    count(PORT),
    ['插件的测试 WebSocket 端口', 'WebSocket port of the plug-in for tests'],
    FOR_CLIENTS,
  ),
  fixed(
    'plugInTestHttpPort',
    count(PORT),
    ['插件的测试 HTTP 端口', 'HTTP port of the plug-in for tests'],
    FOR_CLIENTS,
  ),
  fixed(
    'heartbeatMs',
    duration(),
    ['插件的心跳间隔', 'Interval of the plug-in’s signs of life'],
    FOR_CLIENTS,
  ),
  fixed(
    'dlpAlertMs',
    duration(),
    ['两次数据防泄漏提醒的最小间隔', 'Time between two alerts of data loss prevention'],
    FOR_CLIENTS,
  ),
  fixed(
    'localSyncTasksMax',
    count(TASKS),
    ['每个用户的本地同步任务数', 'Local sync tasks of one person'],
    FOR_CLIENTS,
  ),
  fixed('syncFilesMax', count(FILES), ['一个同步路径的文件数', 'Files of one synced path'], FOR_CLIENTS),
  fixed('syncStatusMs', duration(), ['查询同步状态的间隔', 'Interval of asking how a sync is'], FOR_CLIENTS),
  fixed('syncTimeStepMs', duration(), ['同步时间选项的间隔', 'Step between times for a sync'], FOR_CLIENTS),
  fixed('nodeSyncMs', duration(), ['节点同步的间隔', 'Time between two syncs of nodes'], FOR_CLIENTS),
  fixed(
    'nodeNameMin',
    count(['个字符', 'characters']),
    ['节点名称的最小长度', 'Shortest name of a node'],
    FOR_CALLS,
  ),
  fixed(
    'nodeNameMax',
    count(['个字符', 'characters']),
    ['节点名称的最大长度', 'Longest name of a node'],
    FOR_CALLS,
  ),
  fixed(
    'libraryLevelsMin',
    count(LEVELS),
    ['业务库的最少层级', 'Fewest levels of a business library'],
    FOR_CALLS,
  ),
  fixed(
    'libraryLevelsMax',
    count(LEVELS),
    ['业务库的最多层级', 'Most levels of a business library'],
    FOR_CALLS,
  ),
  fixed(
    'libraryTimeoutMs',
    duration(),
    ['业务库请求的时限', 'Time limit of requests to a business library'],
    FOR_CLIENTS,
  ),
])
