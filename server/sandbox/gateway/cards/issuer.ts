import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Client } from '#contract/wire/client.ts'

/** The client of the issuer; an issuer without reversals never returns a debit. */
export type Issuer = Pick<Client<typeof issuingApi>, 'debitCard'> & Partial<Client<typeof reversalApi>>
