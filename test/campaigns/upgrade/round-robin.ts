import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'

/** An instance behind the balancer. */
export interface Instance {
  readonly build: string
  readonly address: string
}

/** A request that was answered. */
export interface Served {
  readonly path: string
  /** The build of the instance that answered. */
  readonly build: string
  readonly status: number
}

/** A reverse proxy that sends each request to the next instance in turn. */
export interface RoundRobin {
  readonly served: readonly Served[]
  putIn(instance: Instance): void
  takeOut(instance: Instance): void
  /** Sends every request of a path to an instance of that build; the others take their turns. */
  pin(path: string, build: string): void
  close(): Promise<void>
}

export async function openRoundRobin(address: string): Promise<RoundRobin> {
  const instances = new Set<Instance>()
  const served: Served[] = []
  const pins = new Map<string, string>()
  const ofBuild = (build: string | undefined) => [...instances].find((instance) => instance.build === build)
  const pinned = (url: string) => ofBuild(pins.get(url.split('?')[0]!))
  let count = 0
  const server = createServer((request, response) => {
    const instance = pinned(request.url!) ?? [...instances][count++ % instances.size]!
    const note = (status: number): void =>
      void served.push({ path: request.url!.split('?')[0]!, build: instance.build, status })
    passOn(request, response, instance.address, note)
  })
  const { hostname, port } = new URL(address)
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  return {
    served,
    putIn: (instance) => void instances.add(instance),
    takeOut: (instance) => void instances.delete(instance),
    pin: (path, build) => void pins.set(path, build),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function passOn(request: IncomingMessage, response: ServerResponse, to: string, note: (status: number) => void): void {
  const { method, headers, url } = request
  const passed = forward(new URL(url!, to), { method, headers, agent: false }, (answer) => {
    note(answer.statusCode!)
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => {
    note(502)
    response.writeHead(502).end()
  })
  request.pipe(passed)
}
