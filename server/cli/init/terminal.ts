import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '../command.ts'
import type { Ask } from './questions.ts'

export interface Terminal {
  readonly ask: Ask
  close(): void
}

/** Opens a terminal. The end of its input, or Ctrl+C, is a {@link CommandError} of the current question. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  let isMuted = false
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!isMuted) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: echo, terminal: true })
  // The iterator keeps lines that were pasted at once.
  const typed = lines[Symbol.asyncIterator]()
  return {
    async ask(prompt, isHidden) {
      lines.setPrompt(prompt)
      lines.prompt()
      isMuted = isHidden
      const { value, done } = await typed.next()
      isMuted = false
      if (isHidden) output.write('\n')
      if (done) throw new CommandError('\nNothing was written.')
      return value
    },
    close: () => lines.close(),
  }
}
