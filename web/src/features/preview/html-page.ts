import { decodeText, detectEncoding } from '@clouddisk/contract/text-encoding'

/**
 * A web page as it may be shown: without scripts and without anything that would leave the frame. The frame forbids all of
 * it too, by its sandbox and the policy below; what is taken out here are requests that no policy governs, such as looking
 * up host names ahead, and links.
 */

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
const TAKEN_OUT =
  'script, link, base, meta[http-equiv], iframe, frame, frameset, object, embed, portal, template'

/** The document as HTML for a frame. */
export function safePage(bytes: Uint8Array): string {
  const page = new DOMParser().parseFromString(decode(bytes), 'text/html')
  for (const element of page.querySelectorAll(TAKEN_OUT)) element.remove()
  for (const element of page.querySelectorAll('*')) {
    removeHandlers(element)
    removeAddresses(element)
  }
  page.head.prepend(
    meta(page, { charset: 'utf-8' }),
    meta(page, { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    meta(page, { 'http-equiv': 'x-dns-prefetch-control', content: 'off' }),
  )
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Links within the page stay, by the address of the frame's document; others would lead the frame away. Drawings refer to
 * their own parts.
 */
function removeAddresses(element: Element): void {
  const isPart = element.namespaceURI === SVG && element.localName !== 'a'
  for (const name of ['href', 'xlink:href']) {
    const address = element.getAttribute(name)
    if (address === null || (isPart && /^(#|data:image)/.test(address))) continue
    if (address.startsWith('#')) element.setAttribute(name, `about:srcdoc${address}`)
    else element.removeAttribute(name)
  }
}

function removeHandlers(element: Element): void {
  for (const { name } of [...element.attributes])
    if (/^on|^(ping|target|action|formaction)$/i.test(name)) element.removeAttribute(name)
}

function meta(page: Document, attributes: Readonly<Record<string, string>>): Element {
  const element = page.createElement('meta')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** The encoding that the page declares at its beginning, or else the most probable one. */
function decode(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1]
  try {
    if (declared) return new TextDecoder(declared).decode(bytes)
  } catch {
    // No encoding has that name.
  }
  return decodeText(bytes, detectEncoding(bytes))
}
