/**
 * Who may do what, written by hand from the specification (B§6, C section 3, C17, G1), one letter a relation. Nothing
 * here may be computed from the product's own tables: this is what they are measured by.
 */

/** What somebody is to a file, by whatever way: the columns, in this order. */
export const RELATIONS = [
  'owner',
  'manager',
  'linker',
  'editor',
  'downloader',
  'viewer',
  'forbidden',
  'stranger',
] as const
export type Relation = (typeof RELATIONS)[number]

/** Letters of the table and what they stand for: the catalogue's names, `yes` for done. */
export const LETTERS = {
  y: 'yes',
  n: 'not_permitted',
  '-': 'not_found',
  g: 'not_on_group_pages',
  l: 'cannot_lock_out',
  o: 'owner_cannot_leave',
  m: 'not_a_member',
  d: 'member_by_department',
  a: 'area_refused',
} as const
export type Answer = (typeof LETTERS)[keyof typeof LETTERS]

/** What is done with the files of some place, wherever that is. */
export const FILE_ANSWERS = {
  //                    O M L E D V F S
  pageInstances: '      y y y y y y - -',
  pageFiltered: '       y y y y y y - -',
  search: '             y y y y y y - -',
  queryFolders: '       y y y y y y - -',
  queryNamesakes: '     y y y y y y - -',
  queryDetail: '        y y y y y y - -',
  queryFileDetail: '    y y y y y y - -',
  queryFolderSize: '    y y y y y y - -',
  querySizes: '         y y y y y y - -',
  getProperty: '        y y y y y y - -',
  preview: '            y y y y y n - -',
  previewInstance: '    y y y y y y - -',
  previewPage: '        y y y y y y - -',
  thumbnail: '          y y y y y y - -',
  previewUnshown: '     y y y y y n - -',
  previewInstanceUnshown: 'y y y y y y - -',
  previewInstanceVersion: 'y y y y y y - -',
  download: '           y y y y y n - -',
  downloadInstance: '   y y y y y n - -',
  pageActivity: '       y y y y y y - -',
  pageFolderActivity: ' y y y y y y - -',
  pageComments: '       y y y y n n - -',
  createComment: '      y y y y n n - -',
  updateComment: '      y y y y n n - -',
  removeComment: '      y y y y n n - -',
  searchMentions: '     y y y y n n - -',
  pageVersions: '       y y y y y n - -',
  downloadVersion: '    y y y y y n - -',
  previewVersion: '     y y y y y n - -',
  restoreVersion: '     y y y y n n - -',
  pinVersion: '         y y n n n n - -',
  removeVersions: '     y y n n n n - -',
  removeOldVersions: '  y y n n n n - -',
  archive: '            y y y y y n - -',
  listDownload: '       y y y y y n - -',
  createFolder: '       y y y y n n - -',
  createTree: '         y y y y n n - -',
  checkUpload: '        y y y y n n - -',
  upload: '             y y y y n n - -',
  uploadMany: '         y y y y n n - -',
  uploadAtOnce: '       y y y y n n - -',
  newVersion: '         y y y y n n - -',
  saveText: '           y y y y n n - -',
  openOnline: '         y y y y n n - -',
  viewOnline: '         y y y y y n - -',
  createOnline: '       y y y y n n - -',
  rename: '             y y y y n n - -',
  renameFolder: '       y y y y n n - -',
  queryLabels: '        y y y y y y - -',
  label: '              y y y y n n - -',
  labelMany: '          y y y y n n - -',
  remark: '             y y y y n n - -',
  pageLabeled: '        y y y y y y - -',
  classify: '           y y n n n n - -',
  moveWithin: '         y y y y n n - -',
  moveIn: '             y y y y n n - -',
  copyWithin: '         y y y y n n - -',
  copyIn: '             y y y y n n - -',
  copyOut: '            y y y y y n - -',
  importIn: '           y y y y n n - -',
  extractWithin: '      y y y y n n - -',
  extractOut: '         y y y y y n - -',
  remove: '             y y y y n n - -',
  removeFolder: '       y y y y n n - -',
  removeAndRestore: '   y y y y n n - -',
  removeAndTakeBack: '  y y y y n n - -',
  favorite: '           y y y y y y - -',
  sync: '               y y y y n n - -',
  runSync: '            y y y y n n - -',
  removeSync: '         y y y y n n - -',
  link: '               y y y n n n - -',
  linkToUpload: '       y y y n n n - -',
  explainOwn: '         y y y y y y - -',
  explainOther: '       y y n n n n - -',
  privileges: '         y y y y y y - -',
} as const satisfies Record<string, string>
export type FileOperation = keyof typeof FILE_ANSWERS

/** What a program does with a token that only reads, as far as its person may; everything else is refused to it for its scope. */
export const BY_READ_TOKEN: ReadonlySet<string> = new Set<FileOperation>([
  'pageInstances',
  'pageFiltered',
  'search',
  'queryFolders',
  'queryNamesakes',
  'queryDetail',
  'queryFileDetail',
  'queryFolderSize',
  'querySizes',
  'getProperty',
  'preview',
  'previewInstance',
  'previewPage',
  'thumbnail',
  'previewUnshown',
  'previewInstanceUnshown',
  'previewInstanceVersion',
  'download',
  'downloadInstance',
  'pageActivity',
  'pageFolderActivity',
  'pageComments',
  'searchMentions',
  'pageVersions',
  'downloadVersion',
  'previewVersion',
  'archive',
  'listDownload',
  'queryLabels',
  'pageLabeled',
  'explainOwn',
  'explainOther',
  'privileges',
])

/** Beside those, what differs by the kind of place. */
export const GROUP_FILE_ANSWERS = {
  //                    O M L E D V F S
  share: '              g g g g g g - -',
  setEntry: '           y y n n n n - -',
  takeEntry: '          y y n n n n - -',
  restrictOwner: '      l l n n n n - -',
  moveOut: '            y y n n n n - -',
} as const satisfies Record<string, string>
export type GroupFileOperation = keyof typeof GROUP_FILE_ANSWERS

/** In a person's own space and what is shared of it: there only the owner takes something away for good. */
export const PERSON_FILE_ANSWERS = {
  //                    O M L E D V F S
  share: '              y y n n n n - -',
  limitVersions: '      y n n n n n - -',
  moveOut: '            y n n n n n - -',
} as const satisfies Record<string, string>
export type PersonFileOperation = keyof typeof PERSON_FILE_ANSWERS

/** With what is shared itself, not with what is in it: its place and name are the owner's. */
export const SHARE_TOP_ANSWERS = {
  //                    O M L E D V F S
  renameFolder: '       y n n n n n - -',
  removeFolder: '       y n n n n n - -',
  moveFolder: '         y n n n n n - -',
  pageInstances: '      y y y y y y - -',
  createFolder: '       y y y y n n - -',
  archive: '            y y y y y n - -',
  copyOut: '            y y y y y n - -',
  sharers: '            y y y y y y - -',
  changeSharer: '       y y n n n n - -',
  addSharer: '          y y n n n n - -',
  stopShare: '          y y n n n n - -',
} as const satisfies Record<string, string>
export type ShareOperation = keyof typeof SHARE_TOP_ANSWERS

/** With a group as such. */
export const GROUP_ANSWERS = {
  //                    O M L E D V F S
  queryGroup: '         y y y y y y y -',
  queryMembers: '       y y y y y y y -',
  pageGroupActivity: '  y y y y y y y -',
  hide: '               y y y y y y y -',
  addMember: '          y y n n n n n -',
  changeMember: '       y y n n n n n -',
  removeMember: '       y y n n n n n -',
  changeOwner: '        l l n n n n n -',
  removeOwner: '        l l n n n n n -',
  rename: '             y y n n n n n -',
  resize: '             y n n n n n n -',
  handover: '           y n n n n n n -',
  cancelHandover: '     y n n n n n n -',
  queryHandover: '      y y y y y y y -',
  dissolve: '           y n n n n n n -',
  cancelDissolve: '     y n n n n n n -',
  leave: '              o y y y y y y -',
  pageBin: '            y y y y n n n -',
  queryUsage: '         y y n n n n n -',
  pageLargest: '        y y n n n n n -',
  thumbnailInBin: '     y y - - n n n -',
  clearBin: '           y y n n n n n -',
  limitVersions: '      y y n n n n - -',
} as const satisfies Record<string, string>
export type GroupOperation = keyof typeof GROUP_ANSWERS

/**
 * With a business library (R94): a group that administrators name, resize and delete. The column F is
 * an editor who has no access to one category.
 */
export const LIBRARY_ANSWERS = {
  //                    O M L E D V F S
  isListed: '           y y y y y y y -',
  queryLibrary: '       y y y y y y y -',
  queryIcon: '          y y y y y y y -',
  pageLibrary: '        y y y y y y y -',
  findInLibrary: '      y y y y y y y -',
  filterLibrary: '      y y y y y y y -',
  pageCategory: '       y y y y y y - -',
  findInCategory: '     y y y y y y - -',
  queryValues: '        y y y y y y - -',
  saveValues: '         y y y y n n - -',
  prepareUpload: '      y y y y n n - -',
  exportLibrary: '      y y y y y y y -',
  tryImport: '          y y y y n n - -',
  importValues: '       y y y y n n - -',
  queryGroup: '         y y y y y y y -',
  queryMembers: '       y y y y y y y -',
  pageGroupActivity: '  y y y y y y y -',
  addMember: '          y y n n n n n -',
  changeMember: '       y y n n n n n -',
  removeMember: '       y y n n n n n -',
  changeOwner: '        l l n n n n n -',
  removeOwner: '        l l n n n n n -',
  handover: '           y n n n n n n -',
  cancelHandover: '     y n n n n n n -',
  rename: '             n n n n n n n -',
  resize: '             n n n n n n n -',
  dissolve: '           n n n n n n n -',
  cancelDissolve: '     n n n n n n n -',
  leave: '              o y y y y y y -',
  pageBin: '            y y y y n n y -',
  queryUsage: '         y y n n n n n -',
  clearBin: '           y y n n n n n -',
  // What administrators do: membership of a library gives none of it.
  queryLibraries: '     a a a a a a a a',
  saveLibrary: '        a a a a a a a a',
  saveCategory: '       a a a a a a a a',
  removeCategory: '     a a a a a a a a',
  saveAttributes: '     a a a a a a a a',
  removeLibrary: '      a a a a a a a a',
  restoreLibrary: '     a a a a a a a a',
} as const satisfies Record<string, string>
export type LibraryOperation = keyof typeof LIBRARY_ANSWERS

/** Second-level permissions: what somebody is who is `base` in the group and has `entry` on the folder (B§6, G1). */
export const OVERRIDES = {
  //              entry: manager    linker    editor    downloader    viewer    forbidden
  owner: ['owner', 'owner', 'owner', 'owner', 'owner', 'owner'],
  manager: ['manager', 'manager', 'manager', 'manager', 'manager', 'manager'],
  linker: ['manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'],
  editor: ['manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'],
  downloader: ['manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'],
  viewer: ['manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'],
} as const satisfies Record<string, readonly Relation[]>
export const ENTRY_COLUMNS = ['manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'] as const

/** Two ways at once: through a department and by oneself, the union counts, and an own `forbidden` above all. */
export const UNIONS: readonly { department: string; own: string; is: Relation }[] = [
  { department: 'viewer', own: 'downloader', is: 'downloader' },
  { department: 'downloader', own: 'viewer', is: 'downloader' },
  { department: 'viewer', own: 'editor', is: 'editor' },
  { department: 'editor', own: 'viewer', is: 'editor' },
  { department: 'linker', own: 'downloader', is: 'linker' },
  { department: 'manager', own: 'viewer', is: 'manager' },
  { department: 'viewer', own: 'manager', is: 'manager' },
]

/** In by a department, with an entry of one's own, or of the department's, on the folder. */
export const BARRED: readonly {
  department: string
  own: string
  barred: 'self' | 'department'
  is: Relation
}[] = [
  { department: 'viewer', own: 'nothing', barred: 'self', is: 'forbidden' },
  { department: 'downloader', own: 'nothing', barred: 'self', is: 'forbidden' },
  { department: 'editor', own: 'nothing', barred: 'self', is: 'forbidden' },
  { department: 'linker', own: 'nothing', barred: 'self', is: 'forbidden' },
  { department: 'manager', own: 'nothing', barred: 'self', is: 'manager' },
  { department: 'editor', own: 'viewer', barred: 'self', is: 'forbidden' },
  { department: 'editor', own: 'viewer', barred: 'department', is: 'viewer' },
]

/** Shares in shares: the nearest one counts. */
export const NESTED = {
  //           inner: manager    editor    downloader    viewer
  manager: ['manager', 'manager', 'manager', 'manager'],
  editor: ['manager', 'editor', 'downloader', 'viewer'],
  downloader: ['manager', 'editor', 'downloader', 'viewer'],
  viewer: ['manager', 'editor', 'downloader', 'viewer'],
} as const satisfies Record<string, readonly Relation[]>
export const SHARE_COLUMNS = ['manager', 'editor', 'downloader', 'viewer'] as const

/** While a group is being dissolved it can be read and nothing else: these standings, whoever one is. */
export const DISSOLVING: Record<Exclude<Relation, 'forbidden' | 'stranger'>, Relation> = {
  owner: 'downloader',
  manager: 'downloader',
  linker: 'downloader',
  editor: 'downloader',
  downloader: 'downloader',
  viewer: 'viewer',
}

/** The letter of a line for a relation. */
export function answerOf(line: string, relation: Relation): Answer {
  const letters = line.trim().split(/\s+/)
  if (letters.length !== RELATIONS.length)
    throw new Error(`a line has not ${RELATIONS.length} answers: ${line}`)
  const letter = letters[RELATIONS.indexOf(relation)] as keyof typeof LETTERS
  const answer = LETTERS[letter]
  if (!answer) throw new Error(`no such answer: ${letter}`)
  return answer
}
