import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Id, IdList, Instant, ItemResults, ORDERS, oneOf, pageOf, paging } from './shapes.ts'

/** Favourites (B§7 `collection/`, G7). */

export const Favorite = Type.Object({
  id: Id,
  instanceId: Id,
  path: Type.String(),
  createTime: Instant,
  instance: Instance,
})
export type Favorite = Static<typeof Favorite>

export const pageFavorites = route({
  name: 'pageFavorites',
  method: 'POST',
  path: '/collection/page',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf([...ORDERS, 'createTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: pageOf(Favorite),
  summary: 'The caller’s favourites that are still there, latest first unless an order is given.',
})

const which = Type.Object({ instanceIds: Type.Optional(IdList), instanceId: Type.Optional(IdList) })

export const createFavorites = route({
  name: 'createFavorites',
  method: 'POST',
  path: '/collection/create',
  bodyMax: IDS_BODY_MAX,
  input: which,
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'too_many_items'],
  summary: 'Marks items as favourites; marking twice is fine.',
})

export const removeFavorites = route({
  name: 'removeFavorites',
  method: 'POST',
  path: '/collection/remove',
  bodyMax: IDS_BODY_MAX,
  input: which,
  reply: ItemResults,
  errors: ['too_many_items'],
  summary: 'Takes the mark off; idempotent.',
})
