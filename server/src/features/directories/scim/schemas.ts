import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './urns.ts'

/** What the server supports, and the attributes that it keeps (RFC 7643, 5 to 7). */

export const USERS_PER_PAGE = 200
const DOCS = 'https://datatracker.ietf.org/doc/html/rfc7644'

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: DOCS,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: USERS_PER_PAGE },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the directory, made on the integration platform page',
      specUri: 'https://datatracker.ietf.org/doc/html/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'User account',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'Group of users',
    schema: GROUP_SCHEMA,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
]

interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'default' | 'always'
  readonly uniqueness: 'none' | 'server'
  readonly subAttributes?: readonly Attribute[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const elements = (name: string, description: string): Attribute =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', description),
      attribute('type', 'Kind, such as work'),
      attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
    ],
  })

const references = (name: string, description: string, mutability: 'readWrite' | 'readOnly'): Attribute =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    mutability,
    subAttributes: [
      attribute('value', 'Identifier', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'Address', { type: 'reference', caseExact: true, mutability: 'immutable' }),
      attribute('type', 'Kind', { mutability: 'immutable' }),
      attribute('display', 'Name', { mutability: 'readOnly' }),
    ],
  })

const schema = (base: string, id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

export const schemas = (base: string) => [
  schema(base, USER_SCHEMA, 'User', [
    attribute('userName', 'Account', { required: true, uniqueness: 'server' }),
    attribute('name', 'Full name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('familyName', 'Family name'),
        attribute('givenName', 'Given name'),
      ],
    }),
    attribute('displayName', 'Name that others see'),
    attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
    elements('emails', 'Email address'),
    elements('phoneNumbers', 'Phone number'),
    references('groups', 'Groups of the user', 'readOnly'),
  ]),
  schema(base, GROUP_SCHEMA, 'Group', [
    attribute('displayName', 'Name', { required: true, uniqueness: 'server' }),
    references('members', 'Users in it', 'readWrite'),
  ]),
  schema(base, ENTERPRISE_SCHEMA, 'EnterpriseUser', [
    attribute('department', 'Department, or a path of departments'),
  ]),
]
