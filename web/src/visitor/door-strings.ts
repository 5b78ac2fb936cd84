import { texts } from '../lib/i18n.ts'

/** Texts shown in place of the files of a link; fetched with what shows them. */
export const t = texts('visitor-door', {
  sharedWithYou: ['{{owner}} 给你分享了文件', '{{owner}} shared files with you'],
  codeHint: ['输入提取码后即可查看。', 'Enter the extraction code to see them.'],
  code: ['提取码', 'Extraction code'],
  codeWhere: [
    '提取码由分享人提供，区分大小写。',
    'Whoever shared the link has it. Upper and lower case matter.',
  ],
  codeMissing: ['请输入提取码。', 'Enter the extraction code.'],
  locked: [
    '输错次数过多。请 {{count}} 分钟后再试。',
    {
      one: 'Too many wrong codes. Try again in {{count}} minute.',
      other: 'Too many wrong codes. Try again in {{count}} minutes.',
    },
  ],
  open: ['打开', 'Open'],
  codeAgain: ['请重新输入提取码。', 'Enter the extraction code again.'],

  wrong: ['链接不存在', 'This link doesn’t exist'],
  wrongText: [
    '请检查链接是否完整，或向分享人重新索取。',
    'Check that you have the whole address, or ask whoever shared it for a new link.',
  ],
  time: ['链接已过期', 'This link has expired'],
  timeText: ['请向分享人重新索取链接。', 'Ask whoever shared it for a new one.'],
  stopped: ['分享已停止', 'This link was stopped'],
  stoppedText: [
    '分享人停止了这个链接。如仍需要这些文件，请联系分享人。',
    'It doesn’t open any more. If you still need the files, ask whoever shared them.',
  ],
  visits: ['链接的访问次数已用完', 'This link has no visits left'],
  visitsText: [
    '它只能打开有限的次数。请向分享人重新索取链接。',
    'It could be opened a limited number of times. Ask whoever shared it for a new one.',
  ],
  gone: ['分享的文件已不存在', 'The shared files are gone'],
  goneText: [
    '它们可能已被删除或移动。请联系分享人。',
    'They may have been deleted or moved. Ask whoever shared them.',
  ],
  owner: ['链接已失效', 'This link no longer works'],
  ownerText: ['请联系分享人，或向其同事索取新的链接。', 'Ask whoever shared it, or a colleague of theirs.'],
  review: ['链接正在审核', 'This link is under review'],
  reviewText: ['审核通过后即可打开。请稍后再试。', 'It opens once it’s approved. Try again later.'],
  tryAgain: ['重试', 'Try again'],
  signIn: ['登录后查看', 'Sign in to open this link'],
  signInText: [
    '{{owner}} 分享的文件需要登录才能查看。登录后会回到这里。',
    'You need an account to see what {{owner}} shared. You’ll return here after signing in.',
  ],
  signInButton: ['登录', 'Sign in'],
  notForYou: ['你的账号不能打开此链接', 'Your account can’t open this link'],
  notForYouText: [
    '它只对指定人员开放。请切换账号，或联系分享人。',
    'It’s for designated people only. Switch accounts, or ask whoever shared it.',
  ],
  switchAccount: ['切换账号', 'Switch accounts'],
  mayNotSee: ['无法查看此链接的内容', 'You can’t see what’s in this link'],
  mayNotSeeText: ['分享人没有开放查看。请联系分享人。', 'Viewing isn’t allowed. Ask whoever shared it.'],
})
