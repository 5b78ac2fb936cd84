import { plural, texts } from '../../lib/i18n.ts'

/** Texts of saving files of a link; fetched with it. */
export const t = texts('visitor-save', {
  signInTitle: ['登录后转存', 'Sign in to save'],
  signInText: [
    '文件会保存到你的个人文件。登录后会回到这里继续。',
    'The files go to your personal files. You’ll return here to continue.',
  ],
  signIn: ['登录', 'Sign in'],
  cancel: ['取消', 'Cancel'],
  items: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],
  saving: [
    '正在将 {{count}} 项转存到“{{target}}”…',
    plural('Saving {{count}} item to “{{target}}”…', 'Saving {{count}} items to “{{target}}”…'),
  ],
  saved: [
    '已将 {{count}} 项转存到“{{target}}”',
    plural('Saved {{count}} item to “{{target}}”', 'Saved {{count}} items to “{{target}}”'),
  ],
  openFolder: ['打开文件夹', 'Open folder'],
  notSaved: ['未能转存', 'Couldn’t save'],
})
