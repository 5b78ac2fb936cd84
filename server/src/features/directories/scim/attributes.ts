import { sql } from 'kysely'
import type { Attributes } from './filter-sql.ts'

/** What users and groups are filtered and sorted by. */

const elements = (name: string) => ({
  kind: 'elements' as const,
  from: sql`from jsonb_array_elements(coalesce(u.resource -> ${sql.lit(name)}, '[]')) e where true`,
  subs: {
    value: { kind: 'text' as const, expression: sql`e ->> 'value'` },
    type: { kind: 'text' as const, expression: sql`e ->> 'type'` },
    primary: { kind: 'boolean' as const, expression: sql`(e ->> 'primary')::boolean` },
  },
})

export const USER_ATTRIBUTES: Attributes = {
  id: { kind: 'exact', expression: sql`u.id::text` },
  externalid: { kind: 'exact', expression: sql`u.external_id` },
  username: { kind: 'key', expression: sql`u.user_key` },
  displayname: { kind: 'text', expression: sql`u.resource ->> 'displayName'` },
  'name.formatted': { kind: 'text', expression: sql`u.resource #>> '{name,formatted}'` },
  'name.familyname': { kind: 'text', expression: sql`u.resource #>> '{name,familyName}'` },
  'name.givenname': { kind: 'text', expression: sql`u.resource #>> '{name,givenName}'` },
  active: { kind: 'boolean', expression: sql`u.active` },
  department: { kind: 'text', expression: sql`u.resource ->> 'department'` },
  emails: elements('emails'),
  phonenumbers: elements('phoneNumbers'),
  'meta.created': { kind: 'time', expression: sql`u.created_at` },
  'meta.lastmodified': { kind: 'time', expression: sql`u.changed_at` },
}

export const GROUP_ATTRIBUTES: Attributes = {
  id: { kind: 'exact', expression: sql`g.id::text` },
  externalid: { kind: 'exact', expression: sql`g.external_id` },
  displayname: { kind: 'key', expression: sql`g.name_key` },
  members: {
    kind: 'elements',
    from: sql`from scim_group_member m where m.group_id = g.id`,
    subs: { value: { kind: 'exact', expression: sql`m.user_id::text` } },
  },
  'meta.created': { kind: 'time', expression: sql`g.created_at` },
  'meta.lastmodified': { kind: 'time', expression: sql`g.changed_at` },
}
