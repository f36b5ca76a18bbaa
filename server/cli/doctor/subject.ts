import type { Clock } from '#contract/ports.ts'
import type { ConfigReading, Environment, ProxyConfig } from '#proxy/config/config.ts'
import type { Get } from '../probe/request.ts'
import type { Result } from '../probe/finding.ts'

/** What is examined: this machine's variables, a deployed proxy, and a page of the shop. */
export interface Subject {
  readonly env: Environment
  /** Absent where no variable is set, and only an address is examined. */
  readonly reading?: ConfigReading
  /** Absent where a variable is wrong, too. */
  readonly config?: ProxyConfig
  /** Origin of the proxy as browsers see it. */
  readonly url?: string
  /** Address of a page of the shop. */
  readonly shop?: string
  /** Versions of Node that the package supports, such as `>=20.19`. */
  readonly engines: string
  readonly clock: Clock
  readonly get: Get
  /** PEM of authorities that are trusted in place of the system's. */
  readonly ca?: string
}

/** A check; it finds nothing where it does not apply to the subject. */
export interface Check {
  readonly name: string
  run(subject: Subject): Promise<readonly Result[]>
}
