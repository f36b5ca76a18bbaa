import type { AddressInfo } from 'node:net'
import { chanceOf } from '../chance.ts'
import { stubGateway } from '../in-process/stub-gateway.ts'
import { openTarget } from '../in-process/target.ts'

/** Runs `act` while a proxy listens on a port of its own. */
export async function whileListening<T>(act: (port: number) => Promise<T>): Promise<T> {
  const { app } = await openTarget(stubGateway(chanceOf(1)).fetch)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return act((app.server.address() as AddressInfo).port).finally(() => app.close())
}
