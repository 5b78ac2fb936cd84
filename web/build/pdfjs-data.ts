import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The files that the PDF viewer's worker fetches when a document needs them: character maps of Chinese, Japanese and Korean
 * fonts that are not embedded, the standard fonts, and decoders of rare pictures. Served from our own origin below
 * `assets/pdfjs-VERSION/`.
 */

const ROOT = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const FOLDERS: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  // Without the interpreter of a PDF's own scripts.
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$/,
  iccs: /\.icc$/,
}

export const pdfjsData = (): Plugin => ({
  name: 'clouddisk:pdfjs-data',
  async generateBundle() {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    for (const [folder, names] of Object.entries(FOLDERS))
      for (const name of (await readdir(join(ROOT, folder))).filter((one) => names.test(one)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${folder}/${name}`,
          source: await readFile(join(ROOT, folder, name)),
        })
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [, folder = '', name = ''] =
        /\/assets\/pdfjs-[\d.]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
      if (!FOLDERS[folder]?.test(name)) return next()
      if (name.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm')
      createReadStream(join(ROOT, folder, name)).pipe(response)
    })
  },
})
