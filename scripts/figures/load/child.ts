import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends the parent the server's port, and on request the heap's size after a collection; exits with the parent. */
export function answering(server: Server): void {
  process.once('disconnect', () => process.exit(0))
  process.on('message', () => {
    globalThis.gc!()
    process.send!({ kept: process.memoryUsage().heapUsed })
  })
  process.send!({ port: (server.address() as AddressInfo).port })
}
