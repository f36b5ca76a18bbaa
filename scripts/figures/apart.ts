import { cross } from '../../test/campaigns/apart/campaign.ts'
import type { Measure } from '../../test/support/figure.ts'

/** Measures what the belongings of one merchant of a process tell at the address of another. */
export const measure: Measure = async (budget, report) => {
  const [merchants, count] = budget === 'full' ? [10, 1_000_000] : [3, 300]
  const { told, blind, tried } = await cross(merchants, count, 59)
  for (const one of told) report(one)
  for (const name of blind) report(`${name}: the owner’s own answer is that of nobody’s`)
  return [
    {
      name: 'Crossings between the merchants of one process that tell anything',
      target: '0 of 1,000,000',
      measured: `${told.length} of ${tried.toLocaleString('en')}, among ${merchants} × ${merchants} merchants; ${blind.length} controls missed`,
      isMet: told.length + blind.length === 0,
    },
  ]
}
