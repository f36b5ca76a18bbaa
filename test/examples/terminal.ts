import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { systemClock } from '#ports/system.ts'
import { plain } from './shop.ts'

/** Milliseconds in which a clone is installed, built and packed on a slow machine. */
const TIMEOUT = 900_000

/** A terminal in which lines are typed literally. */
export class Terminal {
  readonly #shell: ChildProcess
  readonly #killed = (): void => this.#kill('SIGKILL')
  #printed = ''

  constructor(folder: string, lines: string) {
    this.#shell = spawn('bash', ['-e', '-c', lines], {
      cwd: folder,
      env: plain(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#shell.stdout!, this.#shell.stderr!])
      stream.on('data', (part: Buffer) => (this.#printed += part.toString()))
    process.once('exit', this.#killed)
  }

  get printed(): string {
    return this.#printed
  }

  /** Waits until the last line is a program that has printed an address of this machine, and answers there. */
  async serves(address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/): Promise<string> {
    const end = systemClock.now() + TIMEOUT
    for (;;) {
      const url = address.exec(this.#printed)?.[0]
      if (url !== undefined && (await fetch(url).catch(() => undefined))) return url
      if (this.#hasEnded) throw new Error(`It ended: ${this.#printed.slice(-4000)}`)
      if (systemClock.now() > end) throw new Error(`It serves nothing: ${this.#printed.slice(-4000)}`)
      await systemClock.sleep(200)
    }
  }

  /** Waits until all lines have run; returns the exit code. */
  async ends(): Promise<number | null> {
    if (!this.#hasEnded) await once(this.#shell, 'close')
    process.off('exit', this.#killed)
    return this.#shell.exitCode
  }

  /** Presses Ctrl+C, which every program of the terminal gets. */
  async interrupt(): Promise<void> {
    this.#kill('SIGINT')
    await this.ends()
  }

  get #hasEnded(): boolean {
    return this.#shell.exitCode !== null || this.#shell.signalCode !== null
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.#shell.pid!, signal)
    } catch {
      // All of its programs have ended already.
    }
  }
}
