import type { Actor } from '../../access/actor.ts'
import { toVisitorSessionId } from '../../access/link-visitor.ts'

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
