import { fileURLToPath } from 'node:url'
import { getDocument, type PDFDocumentLoadingTask, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const folderOf = (name: string) =>
  `${fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))}`

/** Opens a PDF in a conversion process; scripts of the document never run. The caller destroys the task. */
export const openPdf = (bytes: Buffer): PDFDocumentLoadingTask =>
  getDocument({
    data: new Uint8Array(bytes),
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: folderOf('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderOf('standard_fonts'),
    wasmUrl: folderOf('wasm'),
    iccUrl: folderOf('iccs'),
  })
