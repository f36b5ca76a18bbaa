import type { Variable } from '../../variable.ts'

/** The variable of the gateway's own page. */
export const bankPageVariables = [
  {
    name: 'TENDER_BANK_PAGE',
    standard: "the profile's",
    what: 'whether orders can be paid on the bank’s page, as one of the ways to pay: `off`, `on`, or `only` where it replaces all others, whatever the `methods` of a ticket name; by default `only` where the profile’s bank permits no cards in the page, and else `off`. See [the bank’s page](payment-methods.md#the-banks-page)',
  },
] as const satisfies readonly Variable[]
