/** The client's address, for a caller that knows it. */
export interface From {
  readonly address: string
}

/** What the servers of Deno, Bun and Node pass to a fetch handler besides the request, as far as the address is in it. */
interface ServerArgument {
  readonly address?: unknown
  /** Deno: `ServeHandlerInfo`. */
  readonly remoteAddr?: { readonly hostname?: unknown }
  /** Bun: the server. */
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
  /** Hono's server for Node. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } }
}

/** The address that a request comes from, by the second argument of a fetch handler; undefined where it is not in it. */
export function clientAddressOf(request: Request, given: unknown): string | undefined {
  const passed = Object(given) as ServerArgument
  const addresses = [
    passed.address,
    passed.remoteAddr?.hostname,
    typeof passed.requestIP === 'function' ? passed.requestIP(request)?.address : undefined,
    passed.incoming?.socket?.remoteAddress,
  ]
  return addresses.find((address): address is string => typeof address === 'string' && address !== '')
}
