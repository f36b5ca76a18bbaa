/** Time as a part: pure code is handed one, and only entry files and `server/ports` make one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since any moment, for what lasts: nobody can set them. Absent where `now` cannot be set either. */
  steady?(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Chance as a part. */
export interface Random {
  uuid(): string
  bytes(length: number): Uint8Array<ArrayBuffer>
}
