import type { Language } from '@clouddisk/contract/errors'
import { language, texts } from '../../lib/i18n.ts'

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'zh-CN': '中文', 'en-US': 'English' }

/** Words around agreements, policies and notices; the page of a text speaks the text's language. */
const wordsIn = (of: Language) =>
  texts(
    'policies',
    {
      userAgreement: ['用户协议', 'User agreement'],
      privacyPolicy: ['隐私政策', 'Privacy policy'],
      usageRules: ['使用规范', 'Usage rules'],
      publicNotice: ['公告', 'Notices'],
      version: ['版本 {{version}}，{{time}} 发布', 'Version {{version}}, published {{time}}'],
      otherLanguage: ['English', '中文'],
      print: ['打印', 'Print'],
      all: ['协议与政策', 'Agreements and policies'],
      tools: ['页面操作', 'Page actions'],
      failed: ['无法加载内容', 'The text couldn’t be loaded'],
      oldVersion: ['这是旧版本，已不再生效。', 'This is an old version, no longer in force.'],
      seeCurrent: ['查看当前版本', 'See the current version'],
      listFailed: ['无法加载协议与政策', 'Agreements and policies couldn’t be loaded'],
      listIntro: [
        '使用云盘须遵守的协议、政策和规范。旧版本仍可查看。',
        'The agreements, policies and rules for using the drive. Older versions can still be read.',
      ],
      oldVersions: ['旧版本（{{count}}）', 'Old versions ({{count}})'],
      versionNo: ['版本 {{version}}', 'Version {{version}}'],

      rulesTitle: ['请先阅读并同意使用规范', 'Read and agree to the usage rules'],
      rulesChanged: [
        '使用规范已更新，请重新阅读并同意。',
        'The usage rules have changed. Read and agree to them again.',
      ],
      agree: ['同意', 'Agree'],
      signOut: ['退出登录', 'Sign out'],
      gotIt: ['知道了', 'Got it'],
      notKept: ['没有保存', 'Couldn’t save that'],
      onlyChinese: ['这则公告只有中文。', 'This notice is only in Chinese.'],
      onlyEnglish: ['这则公告只有英文。', 'This notice is only in English.'],
      until: ['{{time}} 前有效', 'Until {{time}}'],
      published: ['{{time}} 发布', 'Published {{time}}'],
      current: ['当前', 'Current'],
      over: ['已结束', 'Over'],
      noNotices: ['还没有公告', 'No notices yet'],
      noNoticesText: ['管理员发布的公告会显示在这里。', 'Notices from your administrators will appear here.'],
      noticesFailed: ['无法加载公告', 'The notices couldn’t be loaded'],
      close: ['关闭', 'Close'],
    },
    of,
  )

const WORDS = { 'zh-CN': wordsIn('zh-CN'), 'en-US': wordsIn('en-US') }
/** In the language of a text. */
export const wordsOf = (of: Language) => WORDS[of]
/** In the page's language. */
export const t = WORDS[language]
