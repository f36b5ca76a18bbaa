/** An injected clock: other code receives it, and only entry files and `server/ports` create one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds of a monotonic clock, for durations: no one can set it. Absent where `now` cannot be set either. */
  steady?(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** What the browser knows of its own connection. */
export interface Network {
  /** Whether there is certainly none; a browser that says otherwise may be wrong. */
  isDown(): boolean
  /** Resolves when the browser is online again. */
  isBack(): Promise<void>
}

/** Injected randomness. */
export interface Random {
  uuid(): string
  bytes(length: number): Uint8Array<ArrayBuffer>
}
