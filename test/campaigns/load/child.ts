import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tells the parent where a server listens, and what is left of its heap when it is asked; ends with the parent. */
export function answering(server: Server): void {
  process.once('disconnect', () => process.exit(0))
  process.on('message', () => {
    globalThis.gc!()
    process.send!({ kept: process.memoryUsage().heapUsed })
  })
  process.send!({ port: (server.address() as AddressInfo).port })
}
