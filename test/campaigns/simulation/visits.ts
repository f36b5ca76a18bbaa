/** One request that a process takes, and what it leads to. */
export interface Visit {
  readonly op: string
  /** The tab that asks, if it is one. */
  readonly from: string | undefined
  /** The shopper's own name for it, which its copies share. */
  readonly requestId: string | undefined
  readonly requestedAt: number
  /** Requests to the gateway that it has come to, until its answer or since. */
  sent: number
  /** When it came to the last one. */
  sentAt?: number
}

/** What a process does by itself. */
export const nobody: Visit = { op: '', from: undefined, requestId: undefined, requestedAt: 0, sent: 0 }

/** A request to the gateway: when it was sent, and for whom. */
export interface Sending {
  readonly sentAt: number
  readonly by: Visit | undefined
}

export const requestIdIn = (body: string | undefined): string | undefined =>
  /"requestId":"([^"]+)"/.exec(body ?? '')?.[1]
