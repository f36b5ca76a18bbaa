/** One request to a process. */
export interface Visit {
  readonly op: string
  /** The tab that sent it, if one did. */
  readonly from: string | undefined
  /** The shopper's own identifier of it, which its repetitions share. */
  readonly requestId: string | undefined
  readonly requestedAt: number
}

/** The cause of what a process does by itself. */
export const nobody: Visit = { op: '', from: undefined, requestId: undefined, requestedAt: 0 }

/** A request to the gateway: when it was sent, and its cause. */
export interface Sending {
  readonly sentAt: number
  readonly by: Visit | undefined
}

export const requestIdIn = (body: string | undefined): string | undefined =>
  /"requestId":"([^"]+)"/.exec(body ?? '')?.[1]
