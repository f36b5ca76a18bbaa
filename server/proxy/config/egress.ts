import type { Environment, VariableReader } from './reader.ts'
import { Secret } from './secret.ts'

/** The HTTP proxies through which requests leave this network. */
export interface EgressSettings {
  /** Addresses, which may have a password; empty for none. */
  readonly http: Secret
  readonly https: Secret
  /** Hosts that are connected to directly, this machine among them. */
  readonly direct: string
}

/** Hosts on this machine, which no other machine's proxy reaches. */
const HERE = 'localhost,127.0.0.1,[::1]'

/** Reads the variables that other programs read, too, of which the one in small letters counts first, as in curl. */
export function readEgress(env: Environment, from: VariableReader): { readonly egress?: EgressSettings } {
  const textOf = (name: string): string => env[name.toLowerCase()]?.trim() || env[name]?.trim() || ''
  const [http, https] = (['HTTP_PROXY', 'HTTPS_PROXY'] as const).map((name) => {
    const text = textOf(name)
    const address = !text || text.includes('://') ? text : `http://${text}`
    if (text && !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
      from.wrong(name, 'must be an address such as http://proxy.internal:3128')
    return address
  }) as [string, string]
  const exempt = textOf('NO_PROXY')
  const direct = exempt === '*' ? exempt : [exempt, HERE].filter(Boolean).join(',')
  return http || https ? { egress: { http: new Secret(http), https: new Secret(https), direct } } : {}
}

/** Host and port of the proxy for https, without its password. */
export const egressHost = ({ http, https }: EgressSettings): string => new URL(https.reveal() || http.reveal()).host
