import type { AccessToken } from '@clouddisk/contract/tokens'
import type { TokenRow } from './store.ts'

export const presentToken = (row: TokenRow, client: AccessToken['client'], now: Date): AccessToken => ({
  tokenId: row.id,
  name: row.name,
  scope: row.scope,
  createTime: row.createdAt.toISOString(),
  expireTime: row.expiresAt.toISOString(),
  lastUsed: row.lastUsedAt?.toISOString() ?? null,
  lastAddress: row.lastIp,
  client,
  expired: row.expiresAt <= now,
})
