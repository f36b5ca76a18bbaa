/** The part of Express that the tests and the examples use; Express has no types of its own. */
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

  interface App {
    (request: IncomingMessage, response: ServerResponse): void
    use(...middleware: Middleware[]): App
    use(path: string, ...middleware: Middleware[]): App
    listen(port: number): Server
    get(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): App
  }

  function express(): App
  namespace express {
    function json(): Middleware
  }
  export default express
}
