/** Names of SAML 2.0 and of what it is made of. */

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
export const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'

export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** The format of an issuer that says none. */
export const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
/** Another name at each sign-in. */
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

export const NAME_ID_URNS = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
} as const
