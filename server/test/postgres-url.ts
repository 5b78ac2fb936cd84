import type pg from 'pg'

/** What stands in DATABASE_URL for these settings. */
export function urlOf(pool: pg.PoolConfig): string {
  if (pool.connectionString) return pool.connectionString
  const { host = '', port, user = '', password, database: name } = pool
  const url = new URL(`postgres://localhost/${name}`)
  url.username = user
  if (typeof password === 'string') url.password = password
  if (host.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host
  if (port) url.port = `${port}`
  return url.href
}
