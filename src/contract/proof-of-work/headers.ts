/** The header of a refusal with the work to do, and the header of a request with its proof. */
export const WORK = 'x-tender-work'
export const PROOF = 'x-tender-proof'
