import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist'
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from './pdfjs.ts'
import { t } from './strings.ts'

/** Pages that are rendered as they come into view: the library's viewer without its editors, forms and scripts. */

export interface PdfViewerParts {
  readonly viewer: PDFViewer
  readonly links: PDFLinkService
  readonly events: EventBus
  close(): void
}

/** Links that may be followed, after a question. */
export const isFollowed = (url: string): boolean => /^(https?|mailto):/i.test(url)

/** External links are buttons that ask: their address is in no `href`, which other clicks would follow. */
class AskingLinkService extends PDFLinkService {
  readonly #onLink: (url: string) => void
  constructor(eventBus: EventBus, onLink: (url: string) => void) {
    super({ eventBus })
    this.#onLink = onLink
  }
  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (!isFollowed(url)) return
    const follow = () => this.#onLink(url)
    link.title = url
    link.tabIndex = 0
    link.role = 'link'
    link.ariaLabel = url
    link.onclick = () => {
      follow()
      return false
    }
    link.onkeydown = (event) => {
      if (event.key === 'Enter') follow()
    }
  }
}

/** The library's own texts are replaced by ours; the page's names are set where they are drawn. */
const WITHOUT_TEXTS = {
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => undefined,
  translateOnce: async () => undefined,
  destroy: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
}

/** Canvases above this are drawn in parts, px. */
const CANVAS_PIXELS_MAX = 2 ** 24

export function createViewer(
  container: HTMLDivElement,
  pdf: PDFDocumentProxy,
  onLink: (url: string) => void,
): PdfViewerParts {
  const closing = new AbortController()
  const events = new EventBus()
  const links = new AskingLinkService(events, onLink)
  const findController = new PDFFindController({ eventBus: events, linkService: links })
  const options = {
    container,
    eventBus: events,
    linkService: links,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    removePageBorders: true,
    maxCanvasPixels: CANVAS_PIXELS_MAX,
    abortSignal: closing.signal,
    l10n: WITHOUT_TEXTS as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>,
  }
  const viewer = new PDFViewer(options)
  links.setViewer(viewer)
  events.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto'
    for (let index = 0; index < viewer.pagesCount; index++)
      viewer.getPageView(index)?.div.setAttribute('aria-label', t('page', { number: index + 1 }))
  })
  links.setDocument(pdf)
  viewer.setDocument(pdf)
  return {
    viewer,
    links,
    events,
    close: () => {
      closing.abort()
      viewer.setDocument(null as unknown as PDFDocumentProxy)
      links.setDocument(null)
    },
  }
}
