import { createServer } from 'node:net'

/** Ports that are free now: those from `first` on, or any when it is 0. */
export async function freePorts(count: number, first: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, (_, at) => (first ? bind(first + at) : bindAny())))
  await Promise.all(held.map(({ release }) => release()))
  return held.map(({ port }) => port)
}

/** Any port that is free now. */
export const freePort = async (): Promise<number> => (await freePorts(1, 0))[0]!

/** Below the systems' ephemeral ports: an outgoing connection may take one of those before the server listens on it. */
const [LOWEST, HIGHEST] = [12_000, 32_000]

/** Processes that start one after the other choose from parts of their own: a port is free between here and its server. */
const PARTS = 40
const PART = (HIGHEST - LOWEST) / PARTS

/** Binds any free port of this process's part. */
async function bindAny(): Promise<Awaited<ReturnType<typeof bind>>> {
  const port = LOWEST + (process.pid % PARTS) * PART + Math.floor(Math.random() * PART)
  return bind(port).catch(() => bindAny())
}

function bind(port: number): Promise<{ port: number; release: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', () =>
      reject(new Error(`Port ${port} is taken: choose another with --port, or --port 0 for any free ones.`)),
    )
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address() as { port: number }
      resolve({ port: bound.port, release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}
