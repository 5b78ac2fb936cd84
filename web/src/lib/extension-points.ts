import type { Instance } from '@clouddisk/contract/files'
import type { Job } from '@clouddisk/contract/jobs'
import { type ComponentType, useSyncExternalStore } from 'react'
import type { DirectoryOffer, OffboardingOffer } from './directory.ts'
import type { PeopleOffer } from './people.ts'

/**
 * What one feature does for others. Features never import each other: the one that can do a thing exports a
 * value of the type below, app hands it in with `provideOffer` at start, the others ask for it by name.
 */
export interface Offers {
  upload: UploadOffer
  download: DownloadOffer
  signingOut: SigningOutOffer
  preview: PreviewOffer
  place: PlaceOffer
  locate: LocateOffer
  favorite: FavoriteOffer
  jobs: JobsOffer
  people: PeopleOffer
  sharing: SharingOffer
  privileges: PrivilegesOffer
  administration: AdministrationOffer
  directory: DirectoryOffer
  offboarding: OffboardingOffer
  notifications: NotificationsOffer
}

/** Given by notifications: the dialog that says what is told and what is mailed. */
export interface NotificationsOffer {
  openSettings(): void
}

/** Given by the administration. */
export interface AdministrationOffer {
  open(): void
}

/** A folder as the target of something: its id and how people call it. */
export interface FolderTarget {
  /** "0" is the caller's own root. */
  readonly instanceId: string
  readonly instanceName: string
  /** Names from the root's down to the folder itself, for showing where things go. */
  readonly path: readonly string[]
  /** Of a group's folder: whose space it takes. */
  readonly groupId?: string
  /** In what somebody shared: it takes that one's space. */
  readonly received?: boolean
  /** Of a received folder: the share that it was reached by. */
  readonly fileSharingId?: string
}

/** Given by transfers: puts files and folders into the upload queue. Asks, refuses and says so by itself. */
export interface UploadOffer {
  /** Opens the browser's picker for files. Call it inside the click that asks for it. */
  pickFiles(target: FolderTarget): void
  /** The same for one folder with everything in it. */
  pickFolder(target: FolderTarget): void
  /**
   * Takes what was dropped or pasted. Call it synchronously inside the event: afterwards the browser has emptied
   * the DataTransfer.
   */
  takeDropped(data: DataTransfer, target: FolderTarget): void
}

/** What a download needs to know of an item. */
export type Downloadable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'>

/** Given by transfers: downloads files one by one, folders and selections as a ZIP where that is allowed. */
export interface DownloadOffer {
  /** Limits and questions of A§5 are the offer's own business. */
  download(items: readonly Downloadable[]): void
}

/** Given by transfers: what is under way ends with the session. */
export interface SigningOutOffer {
  /** Asks where something is; answers whether to go on with it. */
  mayGo(): Promise<boolean>
}

/** Given by preview: shows a file over the page. */
export interface PreviewOffer {
  /** Whether `open` would show the content, by type and size; where not, `open` says why and offers the download. */
  shows(item: Instance): boolean
  /** @param siblings files to walk through with ← and →, in the list's order; `item` among them. */
  open(item: Instance, siblings?: readonly Instance[]): void
}

export type PlaceMode = 'move' | 'copy' | 'restore' | 'recycleMove' | 'choosePath'

/** A folder whose tree is shown. */
export interface PlaceRoot {
  readonly id: string
  readonly name: string
}

export interface PlaceQuestion {
  readonly mode: PlaceMode
  /** What goes there, for the title's second line: `3 项 · 3.39 GB`. */
  readonly subject?: string
  /** Folders that cannot take it (themselves and so all below); left out of the tree. */
  readonly without?: readonly string[]
  /** Where the items are now: choosing it is refused with the reason. */
  readonly from?: string
  /** Ids from the top down to where the items are, for the tree to be open there. */
  readonly near?: readonly string[]
  /** Only below this folder; otherwise the personal files, and groups' and received ones where files are moved or copied. */
  readonly within?: PlaceRoot
}

/** Given by files: the file-location dialog (A§2). */
export interface PlaceOffer {
  /** The chosen folder, or undefined when the person cancelled. */
  choose(question: PlaceQuestion): Promise<FolderTarget | undefined>
}

/** The parts of the drive in which folders are opened (A§2); each has a page that stays alive. */
export type FilesArea = 'personal' | 'group' | 'share'

/** Given by app: goes to a folder, in whichever area it is. */
export interface LocateOffer {
  /**
   * Opens the folder and, where `select` is given, selects that item and scrolls to it. "0" is the personal root.
   * @param area where it is known; the page finds the right one by itself.
   */
  locate(folderId: string, select?: string, area?: FilesArea): void
  /** The area's own first page: the personal root, the list of groups, the list of shares. */
  open(area: FilesArea): void
  /** A group's recycle bin. */
  openBin(groupId: string): void
  /** The address that opens an item's folder with the item chosen. It gives nobody a right to it. */
  hrefOf(item: Instance): string
}

/** Given by files: the star. */
export interface FavoriteOffer {
  /** Puts it on items or takes it off; failures are told by the offer itself. */
  set(items: readonly Instance[], on: boolean): Promise<void>
}

/** Given by jobs: follows work that outlasts a request, with its progress, its end and a way to stop it. */
export interface JobsOffer {
  /**
   * Shows the job until it is over and answers how it ended.
   * @param title what is being done, such as `复制 3 项到“合同”`.
   */
  watch(jobId: string, title: string): Promise<Job>
}

/** Given by sharing: internal shares. */
export interface SharingOffer {
  /** Asks with whom to share items, and lets who has them already be changed. */
  share(items: readonly Instance[]): void
}

/** Given by privileges: who may do what with an item, and why. */
export interface PrivilegesOffer {
  /** What a group's members may do with some of its files. */
  permissions(items: readonly Instance[]): void
  /** One sentence for each thing that the caller, or somebody else, may or may not do. */
  explain(
    item: Pick<Instance, 'instanceId' | 'instanceName'> & Partial<Pick<Instance, 'fileAuth'>>,
    person?: { readonly userId: string; readonly name: string },
  ): void
  /** Who has access, for the details of an item. */
  readonly AccessSection: ComponentType<{ item: Instance }>
}

type Name = keyof Offers

const provided: Partial<Offers> = {}
const listeners = new Set<() => void>()

/** Hands an offer in; the answer takes it back. */
export function provideOffer<K extends Name>(name: K, offer: Offers[K]): () => void {
  provided[name] = offer
  for (const changed of listeners) changed()
  return () => {
    if (provided[name] !== offer) return
    delete provided[name]
    for (const changed of listeners) changed()
  }
}

/** The offer as it is now, for event handlers. */
export const offerOf = <K extends Name>(name: K): Offers[K] | undefined => provided[name]

/** The offer, followed; undefined where nobody makes it: then the action is not shown. */
export function useOffer<K extends Name>(name: K): Offers[K] | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => provided[name],
  )
}
