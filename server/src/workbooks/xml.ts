import { SaxesParser } from 'saxes'

/** Elements are named without their namespace's prefix. */
interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
  /** Nothing more is read once it is true. */
  readonly enough?: () => boolean
}

/** Parses one part of a workbook. Only the five entities of XML are supported. Throws if it is not well-formed. */
export async function readXml(part: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => handler.open?.(localName(name), attributes))
  parser.on('closetag', ({ name }) => handler.close?.(localName(name)))
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of part) {
    parser.write(decoder.decode(chunk, { stream: true }))
    if (handler.enough?.()) return
  }
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Decodes control characters, such as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
