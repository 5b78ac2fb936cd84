/**
 * What visitors of external links may do, written by hand from the specification (B§4, B§5, C13, C24-C26, C45, G18, G19),
 * one letter a cell. Nothing here may be computed from the product's own tables: the test compares them with this.
 */

/** The columns of the first table: what a link permits. */
export const PRESETS = {
  view: ['view'],
  'view, download': ['view', 'download'],
  'view, download, save': ['view', 'download', 'save'],
  download: ['download'],
  save: ['save'],
  upload: ['upload'],
  modify: ['modify'],
  'view with a watermark': ['view'],
} as const
export type Preset = keyof typeof PRESETS

/** Letters of the table and what they stand for: names of the catalogue, `yes` for done. */
export const LETTERS = {
  y: 'yes',
  n: 'not_permitted',
  p: 'proof_refused',
  g: 'upload_gone',
} as const

/** What the calls answer on a link that is open for this visitor, by what it permits. */
export const CALL_ANSWERS: Readonly<Record<string, string>> = {
  //                        V VD VDS D  S  U  M  VW
  pageLinkInstances: '      y y  y   y  y  y  y  y',
  searchLinkInstances: '    y y  y   y  y  n  y  y',
  getLinkDownloadUrl: '     n y  y   y  n  n  n  n',
  getLinkArchiveUrl: '      n y  y   y  n  n  n  n',
  queryLinkFolderDownload: 'n y  y   y  n  n  n  n',
  previewLinkInstance: '    y y  y   n  n  n  y  y',
  getLinkThumbnail: '       y y  y   n  n  n  y  y',
  getLinkPreviewPage: '     y y  y   n  n  n  y  y',
  copyLinkInstances: '      n n  y   n  y  n  n  n',
  checkLinkUpload: '        n n  n   n  n  y  y  n',
  secondLinkUpload: '       p p  p   p  p  p  p  p',
  queryLinkUploadAuth: '    g g  g   g  g  g  g  g',
  saveLinkUpload: '         g g  g   g  g  g  g  g',
  recycleLinkObject: '      y y  y   y  y  y  y  y',
  createLinkFolder: '       n n  n   n  n  y  y  n',
  batchCreateLinkFolder: '  n n  n   n  n  y  y  n',
  renameLinkInstance: '     n n  n   n  n  n  y  n',
  addLinkViewCount: '       y y  y   y  y  y  y  y',
}

/** What these answer is in the second table, whatever a link permits. */
export const OPENING_CALLS: readonly string[] = ['queryLinkAttribute', 'queryLinkLoginAuth', 'checkLinkCode']
/** What these answer to a visitor who is not signed in, whatever the link. */
export const SIGNED_IN_CALLS: readonly string[] = ['copyLinkInstances']

/** What a link that is in some state answers. `open`: as the table of the calls says. */
export interface StateAnswers {
  /** `queryLinkAttribute`: the status, and the reason after a slash. */
  readonly described: string
  /** `checkLinkCode`. */
  readonly code: string
  /** Other calls of a visitor who comes only now. */
  readonly new: string
  /** Other calls of a visitor who was in before. */
  readonly inside: string
  /** Whether an address of a download that a visitor got before still gives the file. */
  readonly download: 'yes' | 'no'
}

export const STATE_ANSWERS = {
  open: { described: 'valid', code: 'yes', new: 'open', inside: 'open', download: 'yes' },
  'with a code, by the right one': {
    described: 'valid',
    code: 'yes',
    new: 'link_not_open',
    inside: 'open',
    download: 'yes',
  },
  'with a code, by a wrong one': {
    described: 'valid',
    code: 'link_code_wrong',
    new: 'link_not_open',
    inside: 'open',
    download: 'yes',
  },
  'with another code than before': {
    described: 'valid',
    code: 'yes',
    new: 'link_not_open',
    inside: 'link_not_open',
    download: 'no',
  },
  'with the session of another link': {
    described: 'valid',
    code: 'yes',
    new: 'link_not_open',
    inside: 'link_not_open',
    download: 'no',
  },
  'after its time': {
    described: 'expired/time',
    code: 'link_expired',
    new: 'link_expired',
    inside: 'link_expired',
    download: 'no',
  },
  'visited as often as it may be': {
    described: 'expired/visits',
    code: 'link_used_up',
    new: 'link_used_up',
    inside: 'open',
    download: 'yes',
  },
  stopped: {
    described: 'expired/stopped',
    code: 'link_expired',
    new: 'link_expired',
    inside: 'link_expired',
    download: 'no',
  },
  'under review': {
    described: 'verifying',
    code: 'link_under_review',
    new: 'link_under_review',
    inside: 'link_under_review',
    download: 'no',
  },
  'refused in review': {
    described: 'failed/stopped',
    code: 'link_expired',
    new: 'link_expired',
    inside: 'link_expired',
    download: 'no',
  },
  'to what is in the recycle bin': {
    described: 'failed/target',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'of a frozen owner': {
    described: 'failed/owner',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'of an owner whose account is over': {
    described: 'failed/owner',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'of an owner who was removed': {
    described: 'failed/owner',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'of an owner who is in the group no more': {
    described: 'failed/target',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'of an owner who may link no more': {
    described: 'failed/target',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'into a business library': {
    described: 'valid',
    code: 'yes',
    new: 'open',
    inside: 'open',
    download: 'yes',
  },
  'into a business library, with a code': {
    described: 'valid',
    code: 'yes',
    new: 'link_not_open',
    inside: 'open',
    download: 'yes',
  },
  'into a business library that its owner is in no more': {
    described: 'failed/target',
    code: 'link_gone',
    new: 'link_gone',
    inside: 'link_gone',
    download: 'no',
  },
  'for people who are signed in, by one': {
    described: 'valid',
    code: 'yes',
    new: 'open',
    inside: 'open',
    download: 'yes',
  },
  'for people who are signed in, without signing in': {
    described: 'valid',
    code: 'link_not_open',
    new: 'link_not_open',
    inside: 'link_not_open',
    download: 'no',
  },
  'for people who are signed in, by one frozen since': {
    described: 'valid',
    code: 'link_not_open',
    new: 'link_not_open',
    inside: 'link_not_open',
    download: 'no',
  },
  'for designated people, by one of them': {
    described: 'valid',
    code: 'yes',
    new: 'open',
    inside: 'open',
    download: 'yes',
  },
  'for designated people, by another': {
    described: 'valid',
    code: 'link_not_for_you',
    new: 'link_not_for_you',
    inside: 'link_not_for_you',
    download: 'no',
  },
  'for designated people, without signing in': {
    described: 'valid',
    code: 'link_not_open',
    new: 'link_not_open',
    inside: 'link_not_open',
    download: 'no',
  },
} as const satisfies Readonly<Record<string, StateAnswers>>
export type State = keyof typeof STATE_ANSWERS
