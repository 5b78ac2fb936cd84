/** A browser as far as cookies and redirects go, each origin with its own cookies. */
export class BrowserJar {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** One request, with the cookies of its origin. */
  async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>()
    this.#cookies.set(url.origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      const isOver = value === '' || attributes.some((one) => /^\s*max-age=0$/i.test(one))
      if (isOver) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects until an address begins with `stop`, or there is none. Answers the last address and response. */
  async follow(address: string, stop?: string): Promise<{ url: string; response: Response | undefined }> {
    let url = address
    for (let hops = 0; hops < 20; hops++) {
      if (stop !== undefined && hops > 0 && url.startsWith(stop)) return { url, response: undefined }
      const response = await this.fetch(url)
      const location = response.headers.get('location')
      if (!location) return { url, response }
      await response.arrayBuffer()
      url = new URL(location, url).href
    }
    throw new Error(`too many redirects: ${url}`)
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name)
  }
}
