import { setGlobalProxyFromEnv } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * The network as the system has it: certificate authorities that the system trusts count besides Node's own
 * (NODE_EXTRA_CA_CERTS too), and requests go through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 */
export function useSystemNetwork(): void {
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  setGlobalProxyFromEnv()
}
