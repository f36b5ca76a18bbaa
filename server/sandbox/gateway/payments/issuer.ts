import type { issuingApi } from '#contract/issuing/api.ts'
import type { reversalApi } from '#contract/issuing/reversals.ts'
import type { Client } from '#contract/wire/client.ts'

/** The way to the issuer; one that takes no reversals keeps what it has once debited. */
export type Issuer = Pick<Client<typeof issuingApi>, 'debitCard'> & Partial<Client<typeof reversalApi>>
