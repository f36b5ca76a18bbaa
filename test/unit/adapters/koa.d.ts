/** The part of Koa that the tests and the examples use; Koa has no types of its own. */
declare module 'koa' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  interface Context {
    readonly req: IncomingMessage
    readonly res: ServerResponse
    respond?: boolean
    body: unknown
    path: string
    set(name: string, value: string): void
  }
  type Middleware = (context: Context, next: () => Promise<unknown>) => unknown

  export default class Koa {
    use(middleware: Middleware): this
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    listen(port: number): Server
  }
}
