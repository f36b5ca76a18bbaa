import { WebSocket } from 'undici'

/** A connection of WebDriver BiDi. */
export interface Session {
  /** Sends a command; resolves with its result, and throws the browser's error. */
  send(method: string, params: object): Promise<object>
  close(): void
}

interface Answer {
  readonly id?: number
  readonly result?: object
  readonly error?: string
  readonly message?: string
}

export async function connect(address: string): Promise<Session> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let last = 0
  return {
    async send(method, params) {
      const id = (last += 1)
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error, message } = await answered
      waiting.delete(id)
      if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`)
      return result!
    },
    close: () => socket.close(),
  }
}
