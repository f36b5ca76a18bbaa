import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A running program. */
export interface Program {
  /** Waits until it prints what matches; throws when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  ended(): Promise<unknown>
  end(): Promise<unknown>
}

/** Starts a program and reads what it prints, also to file descriptor 3. */
export function startProgram(program: string, args: readonly string[], env = {}): Program {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const end = once(child, 'exit')
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of child.stdio.slice(1))
    stream!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      listeners.forEach((listener) => listener())
    })
  return {
    async printed(pattern) {
      const found = new Promise<RegExpExecArray>((resolve) => {
        const check = (): void => {
          const match = pattern.exec(output)
          if (match) resolve(match)
        }
        listeners.add(check)
        check()
      })
      const over = end.then(() => {
        throw new Error(`${program} ended early: ${output}`)
      })
      return Promise.race([found, over])
    },
    ended: () => end,
    async end() {
      child.kill()
      await end
    },
  }
}
