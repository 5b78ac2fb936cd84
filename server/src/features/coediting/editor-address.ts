import { type OnlineMode, WOPI_PATH } from '@clouddisk/contract/coediting'
import { BASE_PATH } from '@clouddisk/contract/route'

/** The page that has the editor in it. */
export const editorAddress = (origin: string, fileId: string, mode: OnlineMode): string =>
  `${origin}${BASE_PATH}onlineEdit?id=${fileId}&mode=${mode}`

/** What the protocol calls WOPISrc: the file’s address for the Office server. */
export const wopiSource = (origin: string, fileId: string): string => `${origin}${WOPI_PATH}/${fileId}`
