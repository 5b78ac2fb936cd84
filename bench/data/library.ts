import { newId } from '@clouddisk/server/db/ids'
import type { Pool, PoolClient } from 'pg'
import { writeTree } from './million.ts'
import { addFolder, addUp, type Blob, newFolder } from './tree.ts'

/**
 * A million files in a hundred groups, half of them with Chinese names, and a reader who is a member of one group: what
 * a search has to look through, and the hundredth of it that may be found.
 */

export const LIBRARY_GROUPS = 100
const FOLDERS = 20
const FILES = 500

export interface Library {
  readonly reader: { readonly personId: string; readonly userName: string }
  /** Names of the reader's files, some hundreds. */
  readonly names: readonly string[]
}

export interface LibraryOwner {
  readonly personId: string
}

export async function fillLibrary(pool: Pool, owner: LibraryOwner, blobs: readonly Blob[]): Promise<Library> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const reader = await addReader(connection, owner)
    let names: string[] = []
    for (let group = 0; group < LIBRARY_GROUPS; group++) {
      const made = await addGroup(connection, owner, group, blobs)
      if (group !== 0) continue
      names = made.names
      await connection.query(
        `insert into file_grant (file_id, principal_type, principal_id, role, source)
         values ($1, 'person', $2, 'viewer', 'member')`,
        [made.rootId, reader.personId],
      )
    }
    await connection.query('commit')
    await connection.query('vacuum (analyze) file, file_version, space, file_grant')
    return { reader, names }
  } finally {
    connection.release()
  }
}

async function addReader(to: PoolClient, owner: LibraryOwner) {
  const [personId, spaceId, rootId] = [newId(), newId(), newId()]
  const userName = 'library_reader'
  await to.query(
    `insert into person (id, account_name, account_key, real_name, password_hash)
     select $1, $2, $2, 'Reader', password_hash from person where id = $3`,
    [personId, userName, owner.personId],
  )
  await to.query(
    `insert into space (id, kind, person_id, root_id, total) values ($1, 'person', $2, $3, 107374182400)`,
    [spaceId, personId, rootId],
  )
  await addRoot(to, { rootId, spaceId, name: '', personId })
  return { personId, userName }
}

const addRoot = (to: PoolClient, root: { rootId: string; spaceId: string; name: string; personId: string }) =>
  to.query(
    `with root as (
       insert into file (id, space_id, is_folder, name, name_key, pinyin, created_by, updated_by)
       values ($1, $2, true, $3, lower($3), '', $4, $4)
     )
     insert into file_grant (file_id, principal_type, principal_id, role, source)
     values ($1, 'person', $4, 'owner', case when $3 = '' then 'owner' else 'member' end)`,
    [root.rootId, root.spaceId, root.name, root.personId],
  )

async function addGroup(to: PoolClient, { personId }: LibraryOwner, group: number, blobs: readonly Blob[]) {
  const [spaceId, rootId, name] = [newId(), newId(), `Library ${group}`]
  await to.query(`insert into space (id, kind, root_id, total) values ($1, 'group', $2, null)`, [
    spaceId,
    rootId,
  ])
  await addRoot(to, { rootId, spaceId, name, personId })
  await to.query(
    `insert into "group" (id, name, name_key, owner_id, created_by) values ($1, $2, lower($2), $3, $3)`,
    [spaceId, name, personId],
  )
  const root = newFolder(rootId, name)
  const names: string[] = []
  for (let folder = 0; folder < FOLDERS; folder++) {
    const first = (group * FOLDERS + folder) * FILES
    const nameOf = (n: number) => libraryName(first + n)
    addFolder(root, `Folder ${folder}`, FILES, nameOf)
    names.push(...Array.from({ length: FILES }, (_, n) => nameOf(n)))
  }
  addUp(root, blobs)
  await writeTree(to, { personId, spaceId, rootId }, root, blobs)
  return { rootId, names }
}

const ENGLISH =
  'annual report contract minutes plan budget design photo invoice training market analysis final draft review backup quarterly customer meeting schedule proposal summary network server release'.split(
    ' ',
  )
const CHINESE =
  '财务 报表 合同 会议 纪要 项目 计划 预算 设计 照片 采购 清单 人员 名单 技术 方案 测试 记录 发票 培训 资料 市场 分析 重庆 上海 北京 长沙 银行 季度 年度 客户 服务器 发布 说明'.split(
    ' ',
  )
const ENDINGS = ['docx', 'xlsx', 'pdf', 'jpg', 'png', 'txt', 'pptx', 'mp4', 'zip', 'csv']

/** The same name for the same n; every other one is Chinese. */
function libraryName(n: number): string {
  const pick = (list: readonly string[], salt: number) => list[mix(n * 7 + salt) % list.length] ?? ''
  const words =
    n % 2 === 0
      ? [pick(CHINESE, 1), pick(CHINESE, 2), pick(CHINESE, 3)].join('')
      : [pick(ENGLISH, 1), pick(ENGLISH, 2)].join(' ')
  return `${words} ${n}.${pick(ENDINGS, 4)}`
}

function mix(n: number): number {
  let mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
