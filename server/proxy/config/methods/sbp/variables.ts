import type { Variable } from '../../variable.ts'

/** The variable of the Faster Payments System (SBP). */
export const sbpVariables = [
  {
    name: 'TENDER_SBP',
    standard: 'off',
    what: 'whether orders in roubles can be paid through the Faster Payments System (SBP), `on` or `off`: the bank must permit it to the API user, with login and password; have TENDER_REDIS_URL beside it',
  },
] as const satisfies readonly Variable[]
