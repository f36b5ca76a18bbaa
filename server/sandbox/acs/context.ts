import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { RawIssuingClient } from '#issuing-client/raw-client.ts'
import type { Journal } from '#ports/journal.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import type { Phones } from '#sandbox/phones/inbox.ts'
import type { Store } from '#sandbox/store/store.ts'

export interface AcsContext {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly switches: Switches
  /** Base addresses without a trailing slash; read at each use, since ports may be known late. */
  readonly addresses: () => { readonly acs: string; readonly gateway: string }
  /** Sends the RReq to the 3DS server. */
  readonly fetch: Fetch
  readonly cards: readonly TestCard[]
  /** Knows the cards that are not in `cards`; when absent, these are not enrolled in 3-D Secure. */
  readonly issuer?: Pick<RawIssuingClient, 'getCardData'>
  /** Receives the codes for cardholders whose phone number the issuer knows. */
  readonly phones?: Phones
  /** Signs the PaRes of 3-D Secure 1; the gateway has the same key. */
  readonly paResKey: string
  /** Where the state is stored; in memory when absent. */
  readonly store?: Store
}
