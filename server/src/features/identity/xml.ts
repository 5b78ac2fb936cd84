import { SaxesParser } from 'saxes'

/** XML of identity providers as a small tree. */

export interface XmlElement {
  readonly namespace: string
  /** Without prefix. */
  readonly name: string
  /** Those without namespace. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

/** XML that is refused; the message says why, for the log. */
export class InvalidXml extends Error {}

const DEPTH_MAX = 64
/** What libraries that read the document after us do in a moment: some compare each part with all beside it. */
const PARTS_MAX = 6000
const PARTS_OF_ELEMENT_MAX = 2100
const ATTRIBUTES_MAX = 50

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/**
 * The root element. Documents with a DTD are refused, and unless told otherwise those with comments: signatures leave these out, so
 * that anybody could put some in, and parsers differ in which part of the text around one they read.
 */
export function parseXml(text: string, { comments }: { comments?: 'leave out' } = {}): XmlElement {
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let parts = 0
  const refuse = (what: string) => (): never => {
    throw new InvalidXml(`the document has ${what}`)
  }
  const add = (part: XmlElement | string) => {
    const siblings = open.at(-1)?.children
    siblings?.push(part)
    parts += 1
    if (parts > PARTS_MAX || (siblings?.length ?? 0) > PARTS_OF_ELEMENT_MAX) refuse('too many parts')()
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw new InvalidXml(error.message)
  })
  parser.on('doctype', refuse('a DTD'))
  if (comments !== 'leave out') {
    parser.on('comment', refuse('comments'))
    parser.on('processinginstruction', refuse('processing instructions'))
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length >= DEPTH_MAX) throw new InvalidXml('the document is too deep')
    const all = Object.values(attributes)
    if (all.length > ATTRIBUTES_MAX) refuse('too many attributes')()
    const plain = all.filter((attribute) => attribute.uri === '')
    const element: OpenElement = {
      namespace: uri,
      name: local,
      attributes: new Map(plain.map((attribute) => [attribute.local, attribute.value])),
      children: [],
    }
    add(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    root = open.pop()
  })
  parser.write(text).close()
  return root ?? refuse('no element')()
}

export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespace === namespace && element.name === name

export const childrenOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string')

export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  childrenOf(parent).filter((child) => isElement(child, namespace, name))

/** All of this name, at whatever depth. */
export const descendantsNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  childrenOf(parent).flatMap((child) => [
    ...(isElement(child, namespace, name) ? [child] : []),
    ...descendantsNamed(child, namespace, name),
  ])

/** The only child of this name; undefined where there is none. Several are refused. */
export function childNamed(parent: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [child, another] = childrenNamed(parent, namespace, name)
  if (another) throw new InvalidXml(`there is more than one ${name}`)
  return child
}

/** The text of an element that has nothing else in it. */
export function textOf({ name, children }: XmlElement): string {
  const texts = children.filter((child) => typeof child === 'string')
  if (texts.length < children.length) throw new InvalidXml(`${name} has something besides text`)
  return texts.join('').trim()
}

/** All text in an element. */
export const wholeTextOf = ({ children }: XmlElement): string =>
  children
    .map((child) => (typeof child === 'string' ? child : wholeTextOf(child)))
    .join('')
    .trim()

/** An attribute without namespace; undefined where it is missing or empty. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.get(name) || undefined

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
