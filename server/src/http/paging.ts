import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Secrets } from '../config/secrets.ts'
import type { KeysetKey } from '../db/keyset.ts'
import { refuseField } from '../errors/refusal.ts'

/** Paging by number or by cursor (C section 3 "Paging"). A cursor is valid for its list, order and filter only. */

export interface PageInput<By extends string> {
  readonly pageNo?: number | undefined
  readonly pageSize?: number | undefined
  readonly orderBy?: By | undefined
  readonly orderType?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
  readonly keyword?: string | undefined
}

export interface PageRequest<By extends string> {
  readonly orderBy: By
  readonly descending: boolean
  /** The name key that rows must contain; '' for all rows. */
  readonly keyword: string
  readonly pageNo: number
  readonly pageSize: number
  readonly start: { readonly skip: number } | { readonly key: KeysetKey }
}

interface CursorContent<By extends string> {
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

  /** `purpose` names the call, `list` the list; `suits` returns whether a key fits an order. */
  constructor(secrets: Secrets, purpose: string, list: string, suits: (key: KeysetKey, by: By) => boolean) {
    this.#secrets = secrets
    this.#purpose = purpose
    this.#list = list
    this.#suits = suits
  }

  /** The requested page. `newestFirst` is the order that is descending by default. */
  read(input: PageInput<By>, defaultOrder: By, newestFirst?: By): PageRequest<By> {
    const orderBy = input.orderBy ?? defaultOrder
    const descending = (input.orderType ?? (orderBy === newestFirst ? 'desc' : 'asc')) === 'desc'
    const keyword = nameKey((input.keyword ?? '').trim())
    const pageSize = input.pageSize ?? LIMITS.pageSizeDefault
    const request = { orderBy, descending, keyword, pageSize }
    if (input.cursor === undefined) {
      const pageNo = input.pageNo ?? 1
      return { ...request, pageNo, start: { skip: (pageNo - 1) * pageSize } }
    }
    const isValid = (content: CursorContent<By>) =>
      content.list === this.#list &&
      content.by === orderBy &&
      content.down === descending &&
      content.keyword === keyword &&
      this.#suits(content.key, orderBy)
    const { key, pageNo } = verifyCursor<CursorContent<By>>(
      this.#secrets,
      this.#purpose,
      input.cursor,
      isValid,
    )
    return { ...request, pageNo, start: { key } }
  }

  /** The paging fields of a response. `last` is the key of the page's last row if more rows may follow. */
  response(
    page: PageRequest<By>,
    last: KeysetKey | undefined,
  ): { pageNo: number; pageSize: number; nextCursor?: string } {
    const { orderBy, descending, keyword, pageNo, pageSize } = page
    if (!last) return { pageNo, pageSize }
    const next: CursorContent<By> = {
      list: this.#list,
      by: orderBy,
      down: descending,
      keyword,
      key: last,
      pageNo: pageNo + 1,
    }
    return { pageNo, pageSize, nextCursor: signCursor(this.#secrets, this.#purpose, next) }
  }
}

/** Page cursors are signed, so that clients cannot forge one for rows that they may not see. */

export function signCursor(secrets: Secrets, purpose: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${signature(secrets, purpose, body).toString('base64url')}`
}

/** The value of a cursor; refuses the field with 20001 unless the signature and `isValid` hold. */
export function verifyCursor<T>(
  secrets: Secrets,
  purpose: string,
  cursor: string,
  isValid: (value: T) => boolean,
): T {
  const [body = '', received = ''] = cursor.split('.')
  const actual = Buffer.from(received, 'base64url')
  const expected = signature(secrets, purpose, body)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) refuseField('cursor', 'cursor')
  const value = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as T
  if (!isValid(value)) refuseField('cursor', 'cursor')
  return value
}

const signature = (secrets: Secrets, purpose: string, body: string): Buffer =>
  createHmac('sha256', secrets.subKey(`cursor:${purpose}`))
    .update(body)
    .digest()
