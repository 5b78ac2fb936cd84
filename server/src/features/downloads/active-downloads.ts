import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { isHigh } from '../../access/classification.ts'
import { linkTargets } from '../../access/link-visitor.ts'
import { isViewOnly } from '../../access/view-only.ts'
import {
  type Ancestors,
  firstExpiry,
  loadAncestors,
  rootsBySpace,
  spaceOfFile,
  VisibilityFilter,
} from '../../access/visibility.ts'
import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { currentSnapshot, hasChangesSince, type Snapshot } from '../../db/changes.ts'
import { mayComeFrom } from '../accounts/check-address.ts'
import { admissions, type SessionAdmission } from '../accounts/live-sessions.ts'

/** Downloads that this process is sending; each is aborted once its person loses access. */

const CHECK_MS = 1000

export interface ActiveDownload {
  /** The actor when the download began. */
  readonly actor: Actor
  readonly item: 'download' | 'preview'
  /** Those who may only view the files get it as well. */
  readonly isForViewOnly?: boolean
  readonly fileIds: readonly string[]
  /** The spaces of these files when the download began. */
  readonly spaceIds: readonly string[]
  /** It is of the administration. */
  readonly isAdministering?: boolean
  /** Whether the person may still make the call; for streams without files. */
  mayCall?(actor: Actor): boolean
  abort(reason: 'session' | 'permission'): void
}

/**
 * Checks all downloads together, apart from sending: at once when a session ends or a person changes,
 * otherwise every second with one statement that asks for changes in their spaces and of the owners’ links. Only after a change are
 * sessions and permissions read, in a few statements for all. A new download is checked once, because
 * something may have changed while it was opened.
 */
export class ActiveDownloads {
  readonly #ctx: Context
  readonly #active = new Set<ActiveDownload>()
  readonly #newDownloads = new Set<ActiveDownload>()
  /** Position in the change feed up to which changes have been seen. */
  #seenHorizon: Snapshot | undefined
  /** All downloads must be checked, even without a change in their spaces. */
  #isStale = false
  /** When the next session, account or entry of theirs expires. Milliseconds since the epoch. */
  #nextEnd = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #checking = false
  #recheck = false
  readonly #warn: (error: unknown) => void

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#warn = throttled((silent: number, err: unknown) =>
      ctx.log.warn({ err, silent }, 'active downloads could not be checked; retrying'),
    )
    ctx.sessionCache.onInvalidate(() => {
      if (this.#active.size === 0) return
      this.#isStale = true
      void this.#check()
    })
  }

  async run<T>(download: ActiveDownload, send: () => Promise<T>): Promise<T> {
    this.#active.add(download)
    this.#newDownloads.add(download)
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref()
    try {
      return await send()
    } finally {
      this.#active.delete(download)
      this.#newDownloads.delete(download)
      if (this.#active.size === 0) this.#stopTimer()
    }
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#nextEnd = Number.POSITIVE_INFINITY
  }

  /** One check at a time; a call during a check causes another. */
  async #check(): Promise<void> {
    if (this.#checking) {
      this.#recheck = true
      return
    }
    this.#checking = true
    try {
      do {
        this.#recheck = false
        await this.#checkSuspects()
      } while (this.#recheck)
    } catch (error) {
      this.#isStale = true
      this.#warn(error)
    } finally {
      this.#checking = false
    }
  }

  async #checkSuspects(): Promise<void> {
    const { db } = this.#ctx
    const checked = [...this.#active].filter((download) => !this.#newDownloads.has(download))
    const fresh = [...this.#newDownloads]
    const mustCheckAll = this.#isStale || this.#ctx.now().getTime() >= this.#nextEnd
    // Before the first await: a notification from then on belongs to the next check.
    this.#isStale = false
    const since = this.#seenHorizon
    const horizon = await currentSnapshot(db.reader)
    const all =
      mustCheckAll ||
      (checked.length > 0 &&
        (since === undefined ||
          (await hasChangesSince(db.reader, spacesOf(checked), since, linkChangesOf(checked)))))
    if (all) this.#nextEnd = Number.POSITIVE_INFINITY
    await this.#abortForbidden(all ? [...checked, ...fresh] : fresh)
    for (const download of fresh) this.#newDownloads.delete(download)
    this.#seenHorizon = horizon
  }

  async #abortForbidden(downloads: readonly ActiveDownload[]): Promise<void> {
    if (downloads.length === 0) return
    const { db } = this.#ctx
    const asOf = this.#ctx.now()
    const sessions = await admissions(
      this.#ctx,
      downloads.map(({ actor }) => actor.sessionId),
    )
    const actors = [...sessions.values()].map(({ actor }) => actor)
    const principals = [...new Set(actors.flatMap((actor) => actor.principals))]
    const ancestors = await loadAncestors(db.reader, {
      fileIds: [...new Set(downloads.flatMap(({ fileIds }) => fileIds))],
      spaceIds: spacesOf(downloads),
      principals,
      asOf,
    })
    const end = await firstExpiry(db.reader, principals, asOf)
    const ends = [end, ...[...sessions.values()].map(({ until }) => until)]
    this.#nextEnd = Math.min(this.#nextEnd, ...ends.flatMap((at) => at?.getTime() ?? []))
    const targets = await linkTargets(
      db.reader,
      actors.flatMap(({ link }) => link?.id ?? []),
    )
    const judge = new AccessCheck(ancestors, targets)
    for (const download of downloads) {
      const admission = sessions.get(download.actor.sessionId)
      const fault =
        judge.denialOf(download, admission) ??
        (admission && (await this.#mayGoOn(download, admission)) ? undefined : 'session')
      if (fault && this.#active.has(download)) download.abort(fault)
    }
  }

  /** Whether it may still be sent to where it goes. */
  #mayGoOn(
    { actor, isAdministering = false }: ActiveDownload,
    admission: SessionAdmission,
  ): Promise<boolean> {
    const { address = '' } = actor
    return mayComeFrom(this.#ctx, { ...admission.actor, address }, isAdministering)
  }
}

const spacesOf = (downloads: readonly ActiveDownload[]): string[] => [
  ...new Set(downloads.flatMap(({ spaceIds }) => spaceIds)),
]

/** What ends links without a change in the space of their files. */
const LINK_ENDS = ['link.stopped', 'link.reviewed'] as const

const linkChangesOf = (downloads: readonly ActiveDownload[]) => ({
  personIds: [...new Set(downloads.flatMap(({ actor }) => (actor.link ? [actor.personId] : [])))],
  kinds: LINK_ENDS,
})

const isPermitted = (
  { item, isForViewOnly = false }: ActiveDownload,
  actor: Actor,
  permissions: ReadonlySet<PermissionItem>,
): boolean =>
  permissions.has(item) && (item === 'download' || isForViewOnly || !isViewOnly(actor, permissions))

/** Decides each download from data read for all. */
class AccessCheck {
  readonly #ancestors: Ancestors
  readonly #roots: ReadonlyMap<string, string>
  readonly #targets: ReadonlyMap<string, ReadonlySet<string>>
  readonly #sights = new Map<string, VisibilityFilter>()

  constructor(ancestors: Ancestors, targets: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#ancestors = ancestors
    this.#targets = targets
    this.#roots = rootsBySpace(ancestors)
  }

  /** Why a download must be aborted; undefined if it may continue. */
  denialOf(
    download: ActiveDownload,
    admission: SessionAdmission | undefined,
  ): 'session' | 'permission' | undefined {
    const { fileIds, spaceIds, mayCall } = download
    if (!admission) return 'session'
    if (mayCall && !mayCall(admission.actor)) return 'permission'
    const sight = this.#sightOf(admission.actor)
    const isDeleted = (id: string) => spaceOfFile(this.#ancestors, id) === undefined
    const isGiven = fileIds.every((id) =>
      isDeleted(id)
        ? spaceIds.every((space) => this.#isInSpace(sight, space))
        : isPermitted(download, admission.actor, sight.permissions(id)) &&
          this.#isInLink(admission.actor, id),
    )
    return isGiven ? undefined : 'permission'
  }

  /** What a visitor downloads may have left the link, or be highly classified by now. */
  #isInLink({ link }: Actor, fileId: string): boolean {
    if (!link) return true
    const targets = this.#targets.get(link.id)
    let isBelow = false
    for (let id: string | null | undefined = fileId; id; id = this.#ancestors.get(id)?.parentId) {
      if (isHigh(this.#ancestors.get(id)?.level ?? null)) return false
      isBelow ||= targets?.has(id) ?? false
    }
    return isBelow
  }

  #sightOf(actor: Actor): VisibilityFilter {
    const sight =
      this.#sights.get(actor.sessionId) ?? new VisibilityFilter(actor, this.#ancestors, this.#roots)
    this.#sights.set(actor.sessionId, sight)
    return sight
  }

  /**
   * Deleting a file aborts nothing; losing its group does, because the group is gone or the person has left
   * it.
   */
  #isInSpace(sight: VisibilityFilter, spaceId: string): boolean {
    const root = this.#roots.get(spaceId)
    if (root === undefined) return false
    return !this.#ancestors.get(root)?.isGroup || sight.canSee(root)
  }
}
