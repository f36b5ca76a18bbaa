import { expect, test } from 'vitest'
import { Outcome } from '#contract/checkout.ts'
import { checkoutApi } from '#contract/checkout-api.ts'

type Row = (typeof checkoutApi)[keyof typeof checkoutApi]
const rows = Object.entries(checkoutApi) as [keyof typeof checkoutApi, Row][]
const having = (fact: (row: Row) => boolean): string[] => rows.filter(([, row]) => fact(row)).map(([name]) => name)
const fieldsOf = ({ request }: Row): string[] => Object.keys(request.shape)

test('an operation that answers an outcome is counted, but an order of the operator', () => {
  expect(having((row) => row.response === Outcome && row.countsAs === 'nothing')).toEqual(['payMoto'])
})

test('an operation with a sealed card or a token is a try, and one that goes on with a payment its second request', () => {
  const isTry = (row: Row): boolean => fieldsOf(row).some((field) => field === 'seToken' || field === 'paymentToken')
  expect(having((row) => row.countsAs === 'try' || row.countsAs === 'continued try')).toEqual(
    having((row) => isTry(row) && row !== checkoutApi.payMoto),
  )
  expect(having((row) => row.countsAs === 'continued try')).toEqual(
    having((row) => fieldsOf(row).includes('continuation')),
  )
})

test('a request that goes on with a payment, or gives it up, is never refused for want of capacity', () => {
  expect(having(({ retriable }) => !retriable)).toEqual(['authenticate', 'authenticateWallet', 'cancel'])
})
