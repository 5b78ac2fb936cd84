import { Readable } from 'node:stream'
import { digest, partCount, partLength, parts, smallFiles, withPart } from './content.ts'
import type { Answers, NginxTasks } from './protocol.ts'
import { abreast, fetchRaw, type Wire } from './wire.ts'

/** nginx's dav module: bytes in, bytes out. Parts are files of their own, because it knows no others. */
export function nginxTasks(wire: Wire, origin: string): Answers<NginxTasks> {
  const sendParts = (seed: number, size: number, partSize: number, width: number) =>
    abreast(partCount(size, partSize), width, async (n) => {
      const length = partLength(size, partSize, n)
      await withPart(seed, n, length, (bytes) => wire.send('PUT', `/${seed}/${n}`, {}, bytes))
    })
  return {
    async upload({ seed, size, partSize, width }) {
      const sha256 = digest(seed, size, partSize)
      const ms = await sendParts(seed, size, partSize, width)
      return { ms, file: `/${seed}/`, sha256 }
    },
    async uploads({ seeds, size, partSize, width }) {
      const times = await Promise.all(seeds.map((seed) => sendParts(seed, size, partSize, width)))
      return Math.max(...times)
    },
    async uploadWhole({ seed, size, partSize }) {
      const sha256 = digest(seed, size, partSize)
      const file = `/whole/${seed}`
      const begun = performance.now()
      await wire.send(
        'PUT',
        file,
        { 'content-length': String(size) },
        Readable.from(parts(seed, size, partSize)),
      )
      return { ms: performance.now() - begun, file, sha256 }
    },
    async download({ file, sha256 }) {
      const begun = performance.now()
      const fetched = await fetchRaw(new URL(file, origin), {}, sha256 !== undefined)
      if (fetched.sha256 !== sha256) throw new Error('nginx gave other bytes than it was given')
      return { ms: performance.now() - begun, bytes: fetched.bytes }
    },
    async fetchAll({ seed, count, size, width, folder }) {
      const files = smallFiles(seed, count, size)
      return abreast(count, width, async (n) => {
        const file = files[n]
        const { body } = await wire.send('GET', `/${folder}/${file?.name}`)
        if (body.length !== size) throw new Error('nginx gave another file')
      })
    },
    async visits({ seed, count, width, files, size, folder }) {
      const list = smallFiles(seed, files, size)
      // About what the product answers for the page.
      const listing = JSON.stringify(list.map(({ name }) => ({ name, about: 'x'.repeat(700) })))
      await wire.send('PUT', `/${folder}/list.json`, {}, listing)
      return abreast(count, width, async (n) => {
        await wire.send('GET', `/${folder}/list.json`)
        const { body } = await wire.send('GET', `/${folder}/${list[n % files]?.name}`)
        if (body.length !== size) throw new Error('nginx gave another file')
      })
    },
    async smallFiles({ seed, count, size, width, folder }) {
      const files = smallFiles(seed, count, size)
      return abreast(count, width, async (n) => {
        const file = files[n]
        if (file) await wire.send('PUT', `/${folder}/${file.name}`, {}, file.bytes)
      })
    },
  }
}
