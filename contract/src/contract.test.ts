import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { AUDIT_ACTIONS, UNAUDITED } from './audit.ts'
import { CHANGE_KINDS } from './changes.ts'
import { ERRORS, errorNameOf, errorText, LANGUAGES } from './errors.ts'
import { BAD_FIELD_REASONS } from './field-reasons.ts'
import { fileTypeOf, iconOf, inlineOf } from './filetypes.ts'
import { formatBadge, formatSize } from './format.ts'
import { formatDuration, formatSizeFromKb } from './format-pace.ts'
import { LIMITS, partSizeFor } from './limits.ts'
import { openApi } from './openapi.ts'
import { fullSpaceWords } from './quota-words.ts'
import type { PermissionItem } from './roles.ts'
import { pathOf } from './route.ts'
import { ROUTES } from './routes.ts'
import { idsOf } from './shapes.ts'
import { tokenScopeOf, WITHOUT_TOKEN } from './token-scopes.ts'
import { UNKNOWN } from './unknown-items.ts'

describe('access tokens', () => {
  test('may make a call, or are refused by name: none is decided by chance', () => {
    const undecided = ROUTES.filter(
      (route) =>
        route.door === 'signed-in' &&
        !route.admin &&
        (tokenScopeOf(route) !== undefined) === WITHOUT_TOKEN.has(route.name),
    )
    expect(undecided.map(({ name }) => name)).toEqual([])
  })
})

describe('the error catalogue', () => {
  test('every number is used once and leads back to its name', () => {
    const codes = Object.values(ERRORS).map((row) => row.code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const [name, row] of Object.entries(ERRORS)) expect(errorNameOf(row.code)).toBe(name)
  })

  test.each(Object.entries(ERRORS))('%s speaks both languages and says what to do', (_name, row) => {
    // What happened, and then what to do: a sentence each, unless either comes with the details.
    expect(row['zh-CN']).toMatch(/^[^。]{4,}(。[^。]{3,}.*。|。?\{remedy\}|：\{reasonText\}|：\{remedy\})$/)
    expect(row['en-US']).toMatch(/^.{8,}[.?!] (.{4,}[.]|\{remedy\}|\{reasonText\})$/)
    expect(row['zh-CN']).not.toMatch(/[a-z]{12,}/)
    expect(row['en-US']).not.toMatch(/\p{Script=Han}/u)
    const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
    expect(placeholders(row['en-US'])).toEqual(placeholders(row['zh-CN']))
  })

  test('business answers are HTTP 200, refused requests are not', () => {
    for (const { code, http } of Object.values(ERRORS)) {
      // A download address is no call: it is refused as the browser asks for it.
      if (code >= 40_000 && code < 60_000 && code !== ERRORS.address_expired.code) expect(http).toBe(200)
      if (code > 99_000 && code < 100_000) expect(http).toBeGreaterThanOrEqual(500)
    }
  })

  test.each(Object.entries(UNKNOWN))(
    'an unknown %s has a cause and a remedy in both languages',
    (_what, [zh, en]) => {
      expect(zh).toMatch(/^[^。]{4,}。[^。]{3,}.*。$/)
      expect(en).toMatch(/^.{8,}\. .{4,}\.$/)
      expect(en).not.toMatch(/\p{Script=Han}/u)
    },
  )

  test('reasons of a bad field speak both languages', () => {
    for (const [zh, en] of Object.values(BAD_FIELD_REASONS)) {
      expect(zh).toMatch(/。$/)
      // A sentence of its own: it also stands alone below a field.
      expect(en).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('a space that is full is somebody’s, and each helps otherwise', () => {
    const [own, theirs] = ['person', 'theirs'].map((space) =>
      LANGUAGES.map((language) =>
        errorText('quota_full', language, {
          missing: '1 B',
          ...fullSpaceWords({ space, owner: '林晓' }, language),
        }),
      ),
    )
    expect(own).toEqual([
      '[002] 个人空间不足，还差 1 B。请清空回收站后重试，或联系管理员扩容。',
      '[002] Not enough space in your drive: 1 B more needed. Empty the recycle bin and retry, or ask your administrator for more.',
    ])
    expect(theirs).toEqual([
      '[002] 林晓的空间不足，还差 1 B。请对方清理空间后重试。',
      '[002] Not enough space in 林晓’s drive: 1 B more needed. Ask them to free some space, then retry.',
    ])
  })

  test('placeholders are filled', () => {
    expect(errorText('name_taken', 'en-US', { name: 'a.txt' })).toContain('“a.txt”')
  })
})

describe('the calls', () => {
  test('lie below /disk, whatever short forms they have besides (C37, G3)', () => {
    expect(ROUTES.map((route) => pathOf(route)).filter((path) => !path.startsWith('/disk/'))).toEqual([])
  })

  test('have names, paths and aliases of their own', () => {
    const names = ROUTES.map((route) => route.name)
    expect(new Set(names).size).toBe(names.length)
    const paths = ROUTES.flatMap((route) =>
      [pathOf(route), ...route.aliases].flatMap((path) => route.methods.map((method) => `${method} ${path}`)),
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('all stand in the OpenAPI document, path parameters included', () => {
    const document = openApi(ROUTES, '1') as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
    for (const route of ROUTES) expect(ids).toContain(route.name)
    expect(document.paths['/disk/api/job/{jobId}']).toBeDefined()
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('lists are paged alike: 1 to 1,000 rows', () => {
    for (const { name, input } of ROUTES) {
      const { pageNo, pageSize } = input.properties
      // Without a page number it is the preference of the reader: one of the sizes that a list offers.
      if (!pageNo) continue
      expect(pageNo, name).toMatchObject({ type: 'integer', minimum: 1 })
      expect(pageSize, name).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 })
    }
  })

  test('what is given has a bound: texts in length, numbers in size, lists in entries', () => {
    for (const { name, input } of ROUTES)
      for (const [key, schema] of Object.entries(input.properties))
        for (const one of withAllIn(schema)) expect(isBounded(one), `${name}: ${key}`).toBe(true)
  })

  test('ids come as a list or as commas', () => {
    expect(idsOf('a, b,,a')).toEqual(['a', 'b'])
    expect(idsOf(['a,b', 'c'])).toEqual(['a', 'b', 'c'])
  })
})

describe('limits', () => {
  const MB = 1024 * 1024
  test.each([
    [0, 8 * MB],
    [9000 * 8 * MB, 8 * MB],
    [9000 * 8 * MB + 1, 9 * MB],
    [LIMITS.fileBytesMax, 10 * MB],
  ])('a file of %i bytes goes in parts of %i', (size, part) => {
    expect(partSizeFor(size)).toBe(part)
    expect(Math.ceil(size / part)).toBeLessThanOrEqual(10_000)
  })

  test('80 GB is 8,192 parts of 10 MiB', () => {
    expect(LIMITS.fileBytesMax / partSizeFor(LIMITS.fileBytesMax)).toBe(8192)
  })

  test('the numbers of A§9 and B§9 as they are written there', () => {
    expect(LIMITS).toMatchObject({
      renameMax: 30,
      folderMax: 128,
      uploadFilesWeb: 500,
      uploadFilesClient: 2000,
      manyFilesPrompt: 50,
      largeFilePrompt: 1073741824,
      batchBytesMax: 64424509440,
      legacyBytes: 32212254720,
      fileBytesMax: 85899345920,
      partBytes: 8388608,
      md5SliceBytes: 2097152,
      sha256SliceBytes: 20971520,
      syncSpeed: 104857600,
      partTimeoutMs: 900000,
      finishedRecordMs: 2592000000,
      downloadUrlMs: 600000,
      clientVersion: 18,
      trashDays: 30,
    })
    // What only clients and later parts of the product go by.
    expect(LIMITS).toMatchObject({
      heartbeatMs: 40000,
      dlpAlertMs: 43200000,
      publicFilesPrompt: 50,
      tourDelayMs: 1000,
      tourSteps: 3,
      tableInsetPx: 56,
      localSyncTasksMax: 10,
      syncFilesMax: 5000,
      syncStatusMs: 1800000,
      syncTimeStepMs: 900000,
      nodeSyncMs: 21600000,
      nodeNameMin: 3,
      nodeNameMax: 12,
      labelsMax: 5,
      labelMax: 30,
      iconBytesMax: 65536,
      libraryLevelsMin: 1,
      libraryLevelsMax: 5,
      libraryTimeoutMs: 60000,
      linkValidityDays: [3, 7],
      linkValidityMonths: [1, 3],
      plugInWsPort: 10011,
      plugInHttpPort: 12456,
      plugInTestWsPort: 10010,
      plugInTestHttpPort: 11456,
      downloadFrameMs: 600000,
    })
  })
})

describe('formats', () => {
  test.each([
    [undefined, '--'],
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [8.62 * 1024 * 1024, '8.62 MB'],
    [3.2 * 1024 ** 3, '3.20 GB'],
    [1024 ** 5, '1024.00 TB'],
  ])('in lists %s is %s (R258)', (bytes, text) => expect(formatSize(bytes)).toBe(text))

  test.each([
    [0, '0 KB'],
    [512, '0.5 KB'],
    [1024 * 1024, '1.00 MB'],
    [1024 ** 3, '1.00 GB'],
    [1024 ** 4, '1.00 TB'],
  ])('by the alternative helper %s is %s (R258)', (bytes, text) => expect(formatSizeFromKb(bytes)).toBe(text))

  test.each([
    [0, '0 s'],
    [119, '119 s'],
    [120, '2 min 0 s'],
    [3599, '59 min 59 s'],
    [3600, '1 h 0 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 d 0 h'],
  ])('%i seconds are %s (R259)', (seconds, text) => expect(formatDuration(seconds, 'en-US')).toBe(text))

  test('badges stop at 99+ (R254)', () => {
    expect(formatBadge(99)).toBe('99')
    expect(formatBadge(100)).toBe('99+')
  })
})

describe('file types (B§9)', () => {
  test.each([
    ['png jpg jpeg bmp svg gif tif tiff pcx', 1, 'picture'],
    ['mp4 wmv mkv mpg 264 ts mov 3gp avi ogg webm flv rmvb asf', 2, 'video'],
    ['xls xlsx', 3, 'spreadsheet'],
    ['ppt pptx', 3, 'presentation'],
    ['doc docx', 3, 'document'],
    ['txt log', 3, 'text'],
    ['pdf', 3, 'pdf'],
    ['mp3 wma wav aac', 4, 'audio'],
    ['zip rar gz tar 7z', 5, 'archive'],
    ['html', 6, 'html'],
    ['exe md', 7, 'other'],
  ])('%s are %i, %s', (list, fType, family) => {
    for (const ext of list.split(' ')) expect(fileTypeOf(ext.toUpperCase())).toEqual({ fType, family })
  })

  test.each([
    ['csv ods', 'spreadsheet'],
    ['md ini', 'text'],
    ['json xml yaml htm py', 'html'],
    ['webp heic', 'picture'],
    ['flac m4a', 'audio'],
    ['tgz xz', 'archive'],
    ['dwg', 'other'],
  ] as const)('%s have the icon of %s, and the number 7', (list, family) => {
    for (const ext of list.split(' ')) {
      expect(iconOf(ext.toUpperCase())).toBe(family)
      expect(fileTypeOf(ext).fType).toBe(7)
    }
  })

  test('nothing is shown inline as a page', () => {
    for (const ext of ['html', 'htm', 'xml', 'js', 'xhtml'])
      expect(inlineOf(ext)?.contentType ?? '').not.toMatch(/html|xml|script/)
  })
})

describe('the audit log', () => {
  test('has words for every change of the feed that it tells of', () => {
    const actions = new Set<string>(AUDIT_ACTIONS)
    expect(CHANGE_KINDS.filter((kind) => !UNAUDITED.has(kind) && !actions.has(kind))).toEqual([])
  })
})

describe('permission items', () => {
  /** The call that makes each of them a feature. */
  const FEATURES: Partial<Record<PermissionItem, string>> = {
    comment: '/disk/api/comment/page',
    versionView: '/disk/api/version/page',
    versionManage: '/disk/api/version/remove',
    versionRecover: '/disk/api/version/restore',
    sync: '/disk/api/instance/sync',
    label: '/disk/api/instance/updateAttribute',
    search: '/disk/api/search/searchInstancePage',
  }

  test('are each for a call that there is', () => {
    const paths = new Set(ROUTES.map((route) => pathOf(route)))
    expect(Object.values(FEATURES).filter((path) => !paths.has(path))).toEqual([])
  })
})

interface Part extends TSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Part[]
  readonly items?: Part
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Part>>
  readonly pattern?: string
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** A field with what may stand in it; the tree of folders is bounded by what a body may hold. */
const withAllIn = (part: Part): Part[] => [
  part,
  ...[
    ...(part.anyOf ?? []),
    ...(part.items ? [part.items] : []),
    ...Object.values(part.properties ?? {}),
  ].flatMap(withAllIn),
]

function isBounded({
  type,
  enum: values,
  const: only,
  pattern,
  maxLength,
  maximum,
  maxItems,
  items,
}: Part): boolean {
  if (values || only !== undefined) return true
  if (type === 'string') return maxLength !== undefined || (pattern?.endsWith('}$') ?? false)
  if (type === 'integer' || type === 'number') return maximum !== undefined
  if (type === 'array') return maxItems !== undefined || items?.$ref === 'Node'
  return true
}
