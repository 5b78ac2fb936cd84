import { getLinkPreviewPage } from '@clouddisk/contract/links'
import { getPreviewPage } from '@clouddisk/contract/previews'
import { pathOf } from '@clouddisk/contract/route'
import sharp from 'sharp'
import { expect } from 'vitest'

/** Pages of files that may only be viewed, as the page asks for them. */

interface Asking {
  readonly baseUrl: string
  fetch(url: string): Promise<Response>
}

export interface PageFields {
  readonly instanceId: string
  readonly page: number
  readonly size?: 'm' | 'l'
  readonly versionId?: string
  /** Asked for as a visitor of this link. */
  readonly linkPath?: string
}

/** Answers at once: 202 while it is made. */
export function askPage(
  { baseUrl, fetch }: Asking,
  { page, size = 'm', ...more }: PageFields,
): Promise<Response> {
  const route = more.linkPath === undefined ? getPreviewPage : getLinkPreviewPage
  const query = new URLSearchParams({ ...more, page: String(page), size })
  return fetch(`${baseUrl}${pathOf(route)}?${query}`)
}

/** Asks until it is made. */
export async function pageOf(asking: Asking, fields: PageFields): Promise<Response> {
  let response: Response | undefined
  const ask = async () => {
    response = await askPage(asking, fields)
    return response.status
  }
  await expect.poll(ask, { timeout: 180_000, interval: 100 }).not.toBe(202)
  return response ?? Response.error()
}

/** The pixels of a page, gray. */
export async function pixelsOf(response: Response): Promise<{ data: Buffer; width: number; height: number }> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const CELLS = 5
/** JPEG alone changes pixels a little. */
const NOISE = 14

/** How many cells of a grid over two pages of one size differ nowhere. */
export function sameCells(one: Awaited<ReturnType<typeof pixelsOf>>, other: typeof one): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  const { width, height } = one
  const differing = new Set<string>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.abs((one.data[y * width + x] ?? 0) - (other.data[y * width + x] ?? 0)) > NOISE)
        differing.add(`${Math.floor((x * CELLS) / width)} ${Math.floor((y * CELLS) / height)}`)
  return CELLS * CELLS - differing.size
}
