import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import type { PrincipalEntries } from '../../access/entries.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { toIso } from '../../db/instant-text.ts'
import { EncodedReply } from '../../http/encoded-reply.ts'
import { presentChildren, presentRow } from '../../tree/present.ts'
import type { ChildViewRow } from '../../tree/view-rows.ts'
import { encodeChildren } from './encode-children.ts'

const personId = randomUUID()
const actor: Actor = {
  personId,
  sessionId: randomUUID(),
  accountName: 'someone',
  realName: 'Someone',
  principals: [personId],
  departmentScopes: [],
  asOf: new Date(),
}

const rootId = randomUUID()
const SPACE = { departmentId: null, readOnly: false, nonMember: false }

function folderWith(more: Partial<ResolvedItem>): ResolvedItem {
  const id = randomUUID()
  const path = [
    { id: rootId, name: '' },
    { id, name: '照片 "2025"' },
  ]
  const nearest = { principalId: personId, role: 'viewer', fileId: rootId }
  return {
    id,
    parentId: rootId,
    isFolder: true,
    name: '照片 "2025"',
    spaceId: randomUUID(),
    rootId,
    spaceKind: 'person',
    fullPath: path,
    visiblePath: path,
    spaceContext: SPACE,
    entries: new Map<string, PrincipalEntries>([[personId, { nearest }]]),
    permissions: new Set(['list', 'preview']),
    childPermissions: new Set(['list', 'preview']),
    setLevel: null,
    inheritedLevel: null,
    ...more,
  }
}

const root = { id: rootId, visiblePath: [{ id: rootId, name: '' }] }
const sharedId = randomUUID()
const FOLDERS: Record<string, ResolvedItem> = {
  'a folder of a person': folderWith({}),
  'a personal root': folderWith(root),
  'a classified folder of a group': folderWith({ spaceKind: 'group', setLevel: 2 }),
  'a shared folder, whose path begins in it': folderWith({
    id: sharedId,
    visiblePath: [{ id: sharedId, name: 'Shared' }],
  }),
}

const rowWith = (more: Partial<ChildViewRow> = {}): ChildViewRow => ({
  id: randomUUID(),
  is_folder: false,
  name: 'Report.pdf',
  ext: 'pdf',
  size: 1234,
  version_no: 3,
  child_files: 0,
  child_folders: 0,
  total_size: 0,
  created_at: '2026-01-02 03:04:05.678',
  updated_at: '2026-11-27 08:00:00',
  creator: 'Anna',
  updater: '王芳',
  is_favorite: false,
  is_shared: false,
  is_linked: false,
  sync_state: null,
  virus_state: null,
  classification: null,
  labels: null,
  label_colors: null,
  remark: null,
  entries: [],
  ...more,
})

const entry = (role: string) => [{ principalId: personId, role }]
const ROWS = [
  rowWith(),
  rowWith({
    is_folder: true,
    name: '文件夹',
    ext: '',
    total_size: 2 ** 52,
    child_folders: 2,
    child_files: 1,
  }),
  rowWith({ is_folder: true, name: 'Empty', ext: '' }),
  rowWith({ name: 'quoted "name" \\ back\tslash', ext: 'a"b' }),
  rowWith({ name: 'Über café ÿ', creator: 'Zoë "Z"' }),
  rowWith({ name: '😀 emoji and \u2028 a line separator' }),
  rowWith({ is_favorite: true, is_shared: true, is_linked: true, classification: 3 }),
  rowWith({ classification: 0, updated_at: '2026-11-27 08:00:00.5', created_at: '2026-11-27 08:00:00.05' }),
  rowWith({ labels: ['合同', 'to "do"'], label_colors: ['blue', null], remark: 'see\nbelow' }),
  rowWith({ created_at: '2026-11-27T08:00:00.050Z' }),
  rowWith({ name: 'with a role of its own', entries: entry('editor') }),
  rowWith({ name: 'not for this person', entries: entry('forbidden') }),
]

const encode = (folder: ResolvedItem, rows: readonly ChildViewRow[], language: 'zh-CN' | 'en-US') =>
  EncodedReply.ofList<{ list: unknown; total: number; note: string }>(
    encodeChildren(actor, folder, rows, language),
    { total: rows.length, note: '备注' },
  )
    .toBuffer('', '')
    .toString('utf8')

describe('the encoded children of', () => {
  it.each(Object.entries(FOLDERS))('%s are what is presented of them', (_, folder) => {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const list = presentChildren(actor, folder, ROWS, language)
      const presented = JSON.stringify({ list, total: ROWS.length, note: '备注' })
      expect(encode(folder, ROWS, language)).toBe(presented)
      expect(list).toHaveLength(ROWS.length - 1)
    }
  })

  it.each(Object.entries(FOLDERS))(
    '%s share with each other what the page takes from the folder',
    (_, folder) => {
      const parent = presentRow(rowWith({ id: folder.id, is_folder: true }), folder, 'en-US')
      for (const row of presentChildren(actor, folder, ROWS, 'en-US'))
        expect(row).toMatchObject({
          instanceType: parent.instanceType,
          groupId: parent.groupId,
          parentId: parent.instanceId,
          instancePath: parent.instanceFullPath,
          instancePathIds: parent.instanceFullPathId,
          instanceFullPath: `${parent.instanceFullPath}/${row.instanceName}`,
          instanceFullPathId: `${parent.instanceFullPathId}/${row.instanceId}`,
        })
    },
  )

  it('an empty folder are an empty list', () => {
    expect(JSON.parse(encode(folderWith({}), [], 'en-US'))).toEqual({ list: [], total: 0, note: '备注' })
  })
})

describe('an instant as text', () => {
  it.each([
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.67', '2026-01-02T03:04:05.670Z'],
    ['2026-01-02 03:04:05.678', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05.678901', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ])('%s is %s', (text, iso) => expect(toIso(text)).toBe(iso))
})
