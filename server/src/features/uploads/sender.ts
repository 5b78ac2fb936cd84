import type { Actor } from '../../access/actor.ts'
import { toVisitorSessionId } from '../../access/link-visitor.ts'

/** Open uploads of one visitor of a link, and of all its visitors. */
export const VISITOR_UPLOADS_MAX = 100
export const LINK_UPLOADS_MAX = 1000

/** Who sends an upload: a person, or one visitor of a link, who acts with the rights of the link's owner. */
export interface UploadSender {
  /** Of a visitor: the link's owner. */
  readonly personId: string
  /** The visitor's session; null: the person. */
  readonly visitorId: string | null
  readonly linkId: string | null
}

export const senderOf = ({ personId, link }: Pick<Actor, 'personId' | 'link'>): UploadSender => ({
  personId,
  visitorId: link?.visitorId ?? null,
  linkId: link?.id ?? null,
})

/** One id for each sender, so that nobody goes on with the upload of another. */
export const senderIdOf = ({ personId, visitorId }: Pick<UploadSender, 'personId' | 'visitorId'>): string =>
  visitorId === null ? personId : toVisitorSessionId(visitorId)
