import { expect, test } from 'vitest'
import type { Debited } from '#server-contract/issuing/debits.ts'
import {
  cardNamed,
  comeBack,
  inProcess,
  open,
  paidInTwo,
  registered,
  setFixture,
  stateOf,
  reportResult,
} from '../../../conformance/gateway/fixture.ts'

test('the access server does not wait for the issuer, but the browser does', async () => {
  const { promise: decision, resolve: decide } = promised<Debited>()
  const fixture = await setFixture(inProcess(), { issuer: { debitCard: () => decision } })
  const id = await registered(fixture, { failUrl: 'https://shop.test/sorry' })
  const { packedCReq } = await paidInTwo(fixture, id, cardNamed('4000000000000028'))

  expect(await reportResult(fixture, packedCReq!)).toBe('01')
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
  const backs = [comeBack(fixture, packedCReq!), open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=${id}`)]
  // The two requests before this status read have been handled once it is answered.
  await stateOf(fixture, id)
  decide({
    responseCode: '51',
    processingCode: '000000',
    systemTraceAuditNumber: 1,
    localTransactionDate: '',
    rrn: '1',
  })
  for (const back of await Promise.all(backs))
    expect(back.headers.get('location')).toBe(`https://shop.test/sorry?orderId=${id}&lang=en`)
  await fixture.close()
})

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
