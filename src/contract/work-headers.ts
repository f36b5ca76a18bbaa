/** The header of a refusal with the work that would lift it, and that of a request with its proof. */
export const WORK = 'x-tender-work'
export const PROOF = 'x-tender-proof'
