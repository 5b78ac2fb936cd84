import { BASE_PATH } from '@clouddisk/contract/route'

/** Addresses of the help: `/disk/help/uploading#resume`. */

const HELP = `${BASE_PATH}help`

/** @param name of a topic, with the id of a heading: `uploading/resume`; "" for all topics. */
export function helpAddress(name: string): string {
  const [topic = '', id] = name.split('/')
  return `${HELP}${topic && `/${topic}`}${id ? `#${id}` : ''}`
}

export interface Place {
  readonly topic: string
  readonly id: string | undefined
}

const PLACE = new RegExp(`^${HELP}(?:/([\\w-]*))?(?:#([\\w-]+))?$`)

/** The place in the help that an address leads to. */
export function placeAt(href: string | null | undefined): Place | undefined {
  const match = PLACE.exec(href ?? '')
  return match ? { topic: match[1] ?? '', id: match[2] } : undefined
}
