import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { issuingClient } from '../../../server/issuing.ts'
import { answering, approved, bankThat, debit, errorOf, PAN } from './bank.ts'

test('sends one request, with the credentials, to the address of the operation', async () => {
  const { bank, sent } = answering({ ...approved, uniqueReferenceNumber: 'A-17' })
  expect(await bank.debitCard(debit)).toEqual({ ...approved, uniqueReferenceNumber: 'A-17' })
  const [request, ...more] = sent
  expect(more).toEqual([])
  expect(request!.url).toBe('https://cards.bank.example/base/apigate/ws/rest/debitCard')
  expect(request!.headers.get('authorization')).toBe(`Basic ${btoa('acme:secret')}`)
  expect(request!.redirect).toBe('manual')
  expect(await request!.json()).toEqual(debit)
})

test('sends numbers as text where the document has text', async () => {
  const { bank, sent } = answering({ result: true })
  await bank.isCustomerExist({ customerNumber: 17 as unknown as string })
  expect(await sent[0]!.json()).toEqual({ customerNumber: '17' })
})

test('sends a Long of 19 digits as it is, and no longer one', async () => {
  const { bank, sent } = answering({ transactionList: [], transaction: {} })
  await bank.getOrderDetails({ orderId: 9_223_372_036_854_775_807n })
  expect(await sent[0]!.text()).toBe('{"orderId":9223372036854775807}')
  const error = await errorOf(bank.getOrderDetails({ orderId: 9_223_372_036_854_775_808n }))
  expect(error).toMatchObject({ kind: 'invalid', field: 'orderId' })
})

test('sends values of a bank that the document does not list', async () => {
  const { bank, sent } = answering({ responseCode: '00', customerNumber: 'C1', accountNumber: 'A1' })
  await bank.registerCustomer({ productName: 'CRCU2002', parameters: [{ name: 'branch', value: '17' }] })
  await bank.changeAccountStatus({ accountNumber: 'A1', accountStatus: 17 })
  await bank.changeCardLimit({ cardIdentification: { cardId: '1' }, limit: { name: 'X', cycleType: 20 } })
  expect(sent).toHaveLength(3)
})

test('sends values of any length where the document states none', async () => {
  const { bank, sent } = answering({ responseCode: '00', customerNumber: 'C1', accountNumber: 'A1' })
  const long = 'x'.repeat(300)
  await bank.registerCustomer({ productName: long, parameters: [{ name: long, value: long }] })
  await bank.changeAccountStatus({ accountNumber: 'A1', accountStatus: 123_456 })
  const whose = { merchantNumber: '1', institutionId: '1', agentId: '1', customerNumber: '1', contractNumber: '1' }
  await bank.changeMerchantStatus({ ...whose, status: long })
  await bank.changeCardLimit({ cardIdentification: { cardId: '1' }, limit: { name: long, cycleType: 123_456 } })
  await bank.debitCard({ ...debit, fee: { feeValue: -1_000_000_000_000 } }).catch(() => undefined)
  expect(sent).toHaveLength(5)
})

test('sends a card named in any way where the document states only what its sandbox takes', async () => {
  const { bank, sent } = answering({ ...approved, cardData: { cardNumber: PAN } })
  const cardIdentification = { cardNumberMask: '400000******7899', phoneNumber: '+35725000000' }
  await bank.getCardData({ cardIdentification })
  await bank.blockCard({ cardIdentification, hotCardStatus: 6 })
  await bank.changeCardStatus({ cardIdentification, hotCardStatus: 0 })
  await bank.getCardLimits({ cardIdentification })
  await bank.getTransactions({ cardIdentification, period: {} })
  expect(sent).toHaveLength(5)
  const error = await errorOf(bank.getCardData({ cardIdentification: {} }))
  expect(error).toMatchObject({ kind: 'invalid', field: 'cardIdentification' })
})

test('sends a request without the fields that the document does not make mandatory', async () => {
  const { bank, sent } = answering({ responseCode: '00' })
  await bank.setAllowedMccList({})
  await bank.setAllowedBeneficiaries({ accountNumber: 'A1' })
  await bank.getPaymentOrders({})
  await bank.debitCard({ ...debit, fee: { feeType: 'ACQUIRER' } }).catch(() => undefined)
  expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
    {},
    { accountNumber: 'A1' },
    {},
    { ...debit, fee: { feeType: 'ACQUIRER' } },
  ])
})

describe('a request that breaks a rule', () => {
  test('is not sent, and the error names the field', async () => {
    const { bank, sent } = answering(approved)
    const error = await errorOf(bank.debitCard({ ...debit, amount: 49.9 }))
    expect(error).toMatchObject({ kind: 'invalid', outcome: 'not-sent', field: 'amount', operation: 'debitCard' })
    expect(error.sentence).toBe('amount must be a whole number')
    expect(error.status).toBeUndefined()
    expect(sent).toEqual([])
  })

  test('has no card number in its error', async () => {
    const { bank } = answering(approved)
    const error = await errorOf(bank.getGeoRestrictions({ cardIdentification: { cardNumber: PAN, cardId: '1' } }))
    expect(error.field).toBe('cardIdentification')
    await errorOf(bank.getCardData({ [PAN]: 1, cardIdentification: { cardId: '1' } } as never))
    await errorOf(bank.getCardData(undefined as never))
  })
})

describe('a bank that does not answer', () => {
  /** Heeds no signal. */
  const hanging = (): Promise<Response> => new Promise(() => {})

  test('is a timeout, of unknown outcome, and nothing is repeated', async () => {
    const { bank, sent } = bankThat(hanging, 20)
    const error = await errorOf(bank.debitCard(debit))
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
    expect(error.sentence).toBe('no answer came within 20 ms')
    expect(sent).toHaveLength(1)
    expect(sent[0]!.signal.aborted).toBe(true)
  })

  test('is let go of by the signal, and a signal that was aborted before sends nothing', async () => {
    const { bank, sent } = bankThat(hanging)
    const controller = new AbortController()
    const waiting = errorOf(bank.debitCard(debit, controller.signal))
    controller.abort()
    expect(await waiting).toMatchObject({ kind: 'aborted', outcome: 'unknown' })
    const late = await errorOf(bank.debitCard(debit, controller.signal))
    expect(late).toMatchObject({ kind: 'withdrawn', outcome: 'not-sent' })
    expect(sent).toHaveLength(1)
  })

  test('for a fetch that throws at once, with the request in its error', async () => {
    const { bank } = bankThat((request) => {
      throw Object.assign(new Error(`no way with ${PAN}`), { request })
    })
    expect(await errorOf(bank.debitCard(debit))).toMatchObject({ kind: 'disconnected', outcome: 'unknown' })
  })
})

describe('over sockets, by the fetch that is used when none is given', () => {
  let server: Server | undefined
  const sockets = new Set<Socket>()
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => (server ? server.close(done) : done(undefined)))
    server = undefined
  })

  async function bankAnswering(act: (socket: Socket) => void) {
    let requests = 0
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => {
        requests += 1
        act(socket)
      })
    })
    await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const bank = issuingClient({ url: `http://127.0.0.1:${port}`, login: 'acme', password: 'secret' })
    return { bank, requests: () => requests, port }
  }
  const written = (body: string, length = Buffer.byteLength(body)): string =>
    `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${body}`

  test('a refused connection is not-sent', async () => {
    const { port } = await bankAnswering(() => {})
    await new Promise((done) => server!.close(done))
    server = undefined
    const bank = issuingClient({ url: `http://127.0.0.1:${port}`, login: 'acme', password: 'secret' })
    const error = await errorOf(bank.debitCard(debit))
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent' })
    expect(error.sentence).toContain('ECONNREFUSED')
  })

  test.each([
    ['an answer that is cut', (socket: Socket) => socket.end(written('{"responseCode":"00"', 200)), 'disconnected'],
    ['a connection that is reset', (socket: Socket) => socket.resetAndDestroy(), 'disconnected'],
    ['half of an answer that says it is whole', (socket: Socket) => socket.write(written('{"respon')), 'unreadable'],
    ['a page', (socket: Socket) => socket.write(written('<html>')), 'unreadable'],
  ])('%s is unknown, and not asked for again', async (_, act, kind) => {
    const { bank, requests } = await bankAnswering(act)
    expect(await errorOf(bank.debitCard(debit))).toMatchObject({ kind, outcome: 'unknown' })
    expect(requests()).toBe(1)
  })

  test('an answer of a megabyte is read', async () => {
    const mccList = Array.from({ length: 200_000 }, () => 5499)
    const { bank } = await bankAnswering((socket) => socket.write(written(JSON.stringify({ mccList }))))
    expect((await bank.getAllowedMccList({ accountNumber: 'A1' })).mccList).toHaveLength(200_000)
  })
})

describe('options that cannot be used', () => {
  const good = { url: 'https://cards.bank.example', login: 'acme', password: 'secret' }
  test.each([
    { url: 'http://cards.bank.example' },
    { url: 'https://acme:secret@cards.bank.example' },
    { url: 'https://cards.bank.example?x=1' },
    { url: 'cards.bank.example' },
    { login: '' },
    { login: 'ac:me' },
    { password: '' },
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 2 ** 31 },
  ])('%o', (wrong) => {
    expect(() => issuingClient({ ...good, ...wrong })).toThrow(Error)
    expect(() => issuingClient(good)).not.toThrow()
  })
})
