import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { Empty, Instant, nullable, oneOf } from './shapes.ts'
import { SECOND } from './time.ts'

/**
 * The local helper (A§7, R120, R208–R210): the desktop client serves pages of its server in browsers on the same computer,
 * over HTTP and a WebSocket of the loopback address.
 */

export const HELPER_HOST = '127.0.0.1'
/** Answers `{"code":0}` to pages of the client's server. */
export const HELPER_CHECK_PATHS = ['/checkClouddiskPluginOnline', '/checkClouddiskPlugin'] as const
export const HELPER_SOCKET_PATH = '/ClouddiskPluginWeb'

export interface HelperPorts {
  readonly httpPort: number
  readonly websocketPort: number
}

/** @param test the ports for tests, which client and server then both use (R210). */
export const helperPorts = (test: boolean): HelperPorts =>
  test
    ? { httpPort: LIMITS.plugInTestHttpPort, websocketPort: LIMITS.plugInTestWsPort }
    : { httpPort: LIMITS.plugInHttpPort, websocketPort: LIMITS.plugInWsPort }

/** The page starts a client that does not answer: so often, at these intervals (R120). */
export const HELPER_WAKE_UPS = { count: 5, ms: SECOND } as const
/** The page connects so often, at these intervals (R121). */
export const HELPER_CONNECTS = { count: 60, ms: 2 * SECOND } as const
/** What starts the client. */
export const CLIENT_LINK = 'clouddisk://'

/** Bytes of a message to the helper, at most. */
export const HELPER_MESSAGE_MAX = 1024 * 1024

const Text = Type.String({ maxLength: 4096 })
const Token = Type.String({ maxLength: 128 })
/** Of links and their visitors, who are not served: always empty. */
const Nothing = Type.Optional(Type.String({ maxLength: 0 }))

/** What a page says. `ip` and `port` are those of the server, as in the page's address. */
export const HelperRequest = Type.Union([
  Type.Object({ operation: Type.Literal('login'), ip: Text, port: Text, language: Text }),
  Type.Object({
    operation: Type.Literal('upload'),
    /** "0": personal files; other values: files of a group. */
    instanceType: Text,
    fileType: oneOf(['file', 'folder'] as const),
    fileParentId: Text,
    ip: Text,
    port: Text,
    token: Token,
    linkPath: Nothing,
    linkCode: Nothing,
    shareUrl: Nothing,
  }),
  Type.Object({
    operation: Type.Literal('download'),
    token: Token,
    data: Type.Array(
      Type.Object({
        instanceId: Text,
        /** Folders below the download folder, separated by slashes; "" for none. */
        filePath: Text,
        userName: Text,
        fileName: Text,
        fileSize: Type.Integer({ minimum: 0 }),
        linkPath: Nothing,
        linkCode: Nothing,
      }),
      { minItems: 1, maxItems: LIMITS.downloadFilesMax },
    ),
  }),
  Type.Object({ operation: Type.Literal('heartBeat') }),
])
export type HelperRequest = Static<typeof HelperRequest>
export type HelperOperation = HelperRequest['operation']

/** `ok`: accepted; `done`: files of an upload have arrived; the others are refusals, with `errmsg`. */
export const HELPER_RESULTS = {
  ok: '0',
  done: '1',
  badMessage: '2',
  otherServer: '3',
  notSignedIn: '4',
  tokenRefused: '5',
  cancelled: '6',
  failed: '7',
} as const

/** What the helper says. */
export interface HelperReply {
  readonly operation: HelperOperation | ''
  readonly resultCode: (typeof HELPER_RESULTS)[keyof typeof HELPER_RESULTS]
  /** In the language of `login`; absent if nothing went wrong. */
  readonly errmsg?: string
  /** Of `done`: the folder, and whether the whole upload has ended. */
  readonly parentId?: string
  readonly allFinish?: boolean
  /** Number of files: those accepted (`ok`), or those of the upload that failed (`done` with `allFinish`). */
  readonly count?: number
}

/** How long a token for the helper is valid. */
export const HELPER_TOKEN_SECONDS = 60
export const HELPER_PURPOSES = ['upload', 'download'] as const
export type HelperPurpose = (typeof HELPER_PURPOSES)[number]

export const createHelperToken = route({
  name: 'createHelperToken',
  method: 'POST',
  path: '/user/helperToken',
  input: Type.Object({ purpose: oneOf(HELPER_PURPOSES) }),
  reply: Type.Object({
    token: Type.String({ description: 'for one message to the local helper' }),
    expireTime: Instant,
  }),
  errors: ['too_many_calls'],
  summary: `A token by which the page proves to the local helper who it acts for: for one use within ${HELPER_TOKEN_SECONDS} seconds, while the session lasts.`,
})

export const checkHelperToken = route({
  name: 'checkHelperToken',
  method: 'POST',
  path: '/user/checkHelperToken',
  input: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 128 }),
    purpose: oneOf(HELPER_PURPOSES),
  }),
  reply: Empty,
  errors: ['helper_token_refused'],
  summary: 'Whether a page of the same person made the token for this purpose; uses it up.',
})

export const CLIENT_PLATFORMS = ['windows', 'macos', 'linux'] as const
export type ClientPlatform = (typeof CLIENT_PLATFORMS)[number]

const Platform = Type.Optional(oneOf(CLIENT_PLATFORMS))
const Version = nullable(Type.String())
const Url = nullable(
  Type.String({ description: 'where the desktop client can be downloaded; null if it is not provided' }),
)

export const pluginInfo = route({
  name: 'pluginInfo',
  method: 'GET',
  path: '/pub/pluginInfo',
  aliases: ['/disk/pub/pluginInfo', '/pub/pluginInfo'],
  door: 'anyone',
  input: Type.Object({ platform: Platform }),
  reply: Type.Object({
    offered: Type.Boolean({ description: 'whether pages hand transfers to the helper' }),
    httpPort: Type.Integer(),
    websocketPort: Type.Integer(),
    version: Version,
    url: Url,
  }),
  summary: 'Ports of the local helper, and the latest desktop client for the caller’s system.',
})

export const getToolName = route({
  name: 'getToolName',
  method: 'GET',
  path: '/pub/getToolName',
  aliases: ['/disk/pub/getToolName', '/pub/getToolName'],
  door: 'anyone',
  input: Type.Object({ platform: Platform }),
  reply: Type.Object({ name: nullable(Type.String()), version: Version, url: Url }),
  summary: 'The latest desktop client for a system, by default the caller’s.',
})

export const downloadTool = route({
  name: 'downloadTool',
  method: 'GET',
  path: '/pub/downloadTool',
  door: 'anyone',
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Any(),
  raw: true,
  errors: ['not_found'],
  summary: 'A package of the desktop client that administrators have put on the server.',
})
