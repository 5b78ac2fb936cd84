// The viewer takes the library from a global, which its main module sets: that one is loaded first.
import 'pdfjs-dist'

export {
  EventBus,
  FindState,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'
