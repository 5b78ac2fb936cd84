interface CursorPage<T> {
  readonly list: readonly T[]
  readonly nextCursor?: string
}

/** `read` gets the cursor as the calls take it: an empty object for the first page. */
type ReadPage<P> = (cursor: { readonly cursor?: string }) => Promise<P>

/** The pages of a list that is read by cursor, from first to last. */
export async function* cursorPages<P extends CursorPage<unknown>>(read: ReadPage<P>): AsyncGenerator<P> {
  let cursor: string | undefined
  do {
    const page = await read(cursor === undefined ? {} : { cursor })
    yield page
    cursor = page.nextCursor
  } while (cursor)
}

/** All rows of such a list. */
export async function readAllRows<T>(read: ReadPage<CursorPage<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const { list } of cursorPages(read)) rows.push(...list)
  return rows
}
