import type { AccessToken } from '@clouddisk/contract/tokens'
import type { TokenRow } from './store.ts'

export const presentToken = (row: TokenRow, now: Date): AccessToken => ({
  tokenId: row.id,
  name: row.name,
  scope: row.scope,
  createTime: row.createdAt.toISOString(),
  expireTime: row.expiresAt.toISOString(),
  lastUsed: row.lastUsedAt?.toISOString() ?? null,
  lastAddress: row.lastIp,
  expired: row.expiresAt <= now,
})
