import type { NewFile } from '@clouddisk/client/uploads/state'
import type { OpenUpload } from '@clouddisk/contract/uploads'
export interface Chosen {
  readonly session: OpenUpload
  readonly file: NewFile<File>
  /** Of the same time, as far as the session knows of one. */
  readonly same: boolean
}
/**
 * Which file is whose, by name, size and time; each goes with one of them, the one of which most came. One of another
 * time goes only with what no other could be: else a file might take the place of its namesake. Pure.
 */
export declare function filesOf(sessions: readonly OpenUpload[], files: readonly NewFile<File>[]): Chosen[]
