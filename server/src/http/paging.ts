import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Secrets } from '../config/secrets.ts'
import type { KeysetKey } from '../db/keyset.ts'
import { openCursor, sealCursor } from './cursor.ts'

/** Pages by number or by cursor (C section 3 "Paging"); a cursor belongs to its list, order and filter. */

export interface PageInput<By extends string> {
  readonly pageNo?: number | undefined
  readonly pageSize?: number | undefined
  readonly orderBy?: By | undefined
  readonly orderType?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
  readonly keyword?: string | undefined
}

export interface Page<By extends string> {
  readonly by: By
  readonly down: boolean
  /** A name's key that all rows contain; '' for all. */
  readonly keyword: string
  readonly pageNo: number
  readonly pageSize: number
  readonly from: { readonly skip: number } | { readonly key: KeysetKey }
}

interface Sealed<By extends string> {
  list: string
  by: By
  down: boolean
  keyword: string
  key: KeysetKey
  pageNo: number
}

export class Paging<By extends string> {
  readonly #secrets: Secrets
  readonly #purpose: string
  readonly #list: string
  readonly #suits: (key: KeysetKey, by: By) => boolean

  /** `purpose` names the call, `list` what it pages through, `suits` whether a key is one of its rows' in an order. */
  constructor(secrets: Secrets, purpose: string, list: string, suits: (key: KeysetKey, by: By) => boolean) {
    this.#secrets = secrets
    this.#purpose = purpose
    this.#list = list
    this.#suits = suits
  }

  /** The page that is asked for; `latest` orders come newest first unless said otherwise. */
  read(input: PageInput<By>, usual: By, latest?: By): Page<By> {
    const by = input.orderBy ?? usual
    const down = (input.orderType ?? (by === latest ? 'desc' : 'asc')) === 'desc'
    const keyword = nameKey((input.keyword ?? '').trim())
    const pageSize = input.pageSize ?? LIMITS.pageSizeDefault
    const asked = { by, down, keyword, pageSize }
    if (input.cursor === undefined) {
      const pageNo = input.pageNo ?? 1
      return { ...asked, pageNo, from: { skip: (pageNo - 1) * pageSize } }
    }
    const fits = (sealed: Sealed<By>) =>
      sealed.list === this.#list &&
      sealed.by === by &&
      sealed.down === down &&
      sealed.keyword === keyword &&
      this.#suits(sealed.key, by)
    const { key, pageNo } = openCursor<Sealed<By>>(this.#secrets, this.#purpose, input.cursor, fits)
    return { ...asked, pageNo, from: { key } }
  }

  /** What a page's answer says of itself; `last` is the key of its last row where there may be more behind it. */
  answer(
    page: Page<By>,
    last: KeysetKey | undefined,
  ): { pageNo: number; pageSize: number; nextCursor?: string } {
    const { by, down, keyword, pageNo, pageSize } = page
    if (!last) return { pageNo, pageSize }
    const next: Sealed<By> = { list: this.#list, by, down, keyword, key: last, pageNo: pageNo + 1 }
    return { pageNo, pageSize, nextCursor: sealCursor(this.#secrets, this.#purpose, next) }
  }
}
