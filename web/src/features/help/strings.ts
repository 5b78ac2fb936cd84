import { plural, texts } from '../../lib/i18n.ts'

export const t = texts('help', {
  title: ['帮助', 'Help'],
  intro: ['想了解什么？', 'What would you like to know?'],
  introText: ['搜索，或从下面的主题开始。', 'Search, or start with a topic below.'],
  search: ['搜索帮助', 'Search help'],
  topics: ['帮助主题', 'Help topics'],
  allTopics: ['全部主题', 'All topics'],
  onThisPage: ['本页内容', 'On this page'],
  previous: ['上一篇', 'Previous'],
  next: ['下一篇', 'Next'],
  found: ['找到 {{count}} 处', plural('{{count}} result', '{{count}} results')],
  results: ['搜索结果', 'Results'],
  nothing: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  nothingText: [
    '换个词试试，或通过“用户反馈”向管理员提问。',
    'Try another word, or ask your administrators with Feedback.',
  ],
  noTopic: ['没有这个帮助主题', 'There’s no such help topic'],
  noTopicText: ['它可能已改名。请从全部主题里查找。', 'It may have been renamed. Look for it in all topics.'],
  groupStart: ['入门', 'First steps'],
  groupFiles: ['文件', 'Files'],
  groupSharing: ['共享与协作', 'Sharing'],
  groupMore: ['更多', 'More'],
})
