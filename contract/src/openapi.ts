import { ERRORS } from './errors.ts'
import { pathOf, type Route } from './route.ts'

/** The contract as an OpenAPI 3.1 document. Pure. */
export function openApi(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = pathOf(
      route,
      Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, `{${key}}`])),
    )
    const item = paths[decodeURIComponent(path)] ?? {}
    paths[decodeURIComponent(path)] = item
    for (const method of route.methods) item[method.toLowerCase()] = operation(route, method)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Clouddisk', version },
    paths,
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'cd_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(route: Route, method: string): Record<string, unknown> {
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  const required = new Set(route.input.required ?? [])
  const fields = Object.entries(route.input.properties)
  const parameters = fields
    .filter(([key]) => method !== 'POST' || inPath.has(key))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema,
    }))
  return {
    operationId: method === route.methods[0] ? route.name : `${route.name}_${method.toLowerCase()}`,
    summary: route.summary,
    security: route.door === 'anyone' ? [] : [{ cookie: [] }, { bearer: [] }],
    parameters,
    ...(method === 'POST' && fields.length > 0
      ? {
          requestBody: {
            content: {
              'application/json': { schema: route.input },
              'application/x-www-form-urlencoded': { schema: route.input },
            },
          },
        }
      : {}),
    ...(method === 'PUT' && {
      requestBody: {
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      200: {
        description: route.raw
          ? 'A file, a stream or a redirect.'
          : `errcode 0, or one of: ${route.errors.map((name) => `${ERRORS[name].code} ${name}`).join(', ') || 'none of its own'}`,
        ...(route.raw ? {} : { content: { 'application/json': { schema: envelopeOf(route) } } }),
      },
    },
  }
}

const envelopeOf = (route: Route) => ({
  type: 'object',
  required: ['errcode', 'errmsg', 'data', 'traceId'],
  properties: {
    errcode: { type: 'integer' },
    errmsg: { type: 'string' },
    data: route.reply,
    traceId: { type: 'string' },
  },
})
