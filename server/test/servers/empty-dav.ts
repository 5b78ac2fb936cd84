import { once } from 'node:events'
import { createServer } from 'node:http'

/** A WebDAV server whose root is empty, for tests of who may import. */
export async function startEmptyDav(): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.end(
      `<multistatus xmlns="DAV:"><response><href>${request.url}</href><propstat><prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
