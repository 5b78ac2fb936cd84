import type { BrowserJar } from './browser-jar.ts'

/** LemonLDAP::NG's pages without a browser. */

/** What its page makes the browser do next. */
export type Next =
  | { readonly url: string; readonly fields?: undefined }
  | { readonly url: string; readonly fields: Readonly<Record<string, string>> }

/** Opens an address there and signs in as one of its people, whose password is the account. */
export async function signInThere(browser: BrowserJar, address: string, account: string): Promise<Next> {
  const { url, response } = await browser.follow(address)
  const { fields } = formOf((await response?.text()) ?? '', url)
  const body = new URLSearchParams({ ...fields, user: account, password: account })
  // The form's action is "#": the address without its query.
  const posted = await browser.fetch(url.replace(/[?#].*$/, ''), { method: 'POST', body })
  return nextOf(posted, url)
}

export async function nextOf(response: Response, url: string): Promise<Next> {
  const location = response.headers.get('location')
  return location ? { url: new URL(location, url).href } : formOf(await response.text(), url)
}

/** The first form of a page, such as the one that posts a SAML answer by itself. */
function formOf(html: string, base: string): { url: string; fields: Record<string, string> } {
  const form = /<form[\s\S]*?<\/form>/.exec(html)?.[0]
  if (form === undefined) throw new Error(`no form at ${base}: ${html.slice(0, 2000)}`)
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name')
    if (name && attribute(input, 'type') === 'hidden') fields[name] = attribute(input, 'value') ?? ''
  }
  return { url: new URL(attribute(form, 'action') ?? '', base).href, fields }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value
    ?.replace(/&#x([0-9a-f]+);/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_all, entity: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[entity] ?? '',
    )
}
