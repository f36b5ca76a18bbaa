import { expect, test } from 'vitest'
import { Charge } from '#server-contract/merchant/charges.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'

const ticket = {
  orderNumber: 'A-17',
  amount: 4990,
  currency: '978',
  returnUrl: 'https://shop.example/',
  iat: 1,
  exp: 2,
}
const charge = { orderNumber: 'A-17', amount: 4990, currency: '978', clientId: 'jane', bindingId: 'b-1' }

/** A lone surrogate is sent as U+FFFD, which would be another identifier. */
const broken = ['\ud800', 'A-\udc00', '\udc00\ud800', 'A\ud83c-1']
const whole = ['A-17', 'é', '№ 1', '🎁', '\ufffd']

/** Signs that nobody sees, or that show the others in another order: a second number that looks like the first. */
const invisible = [
  'A\u0000',
  'A\n17',
  'A\u007f',
  'A\u0085',
  'A\u200b17',
  'A\ufeff17',
  'A\u00ad17',
  'A\u202e71',
  'A\u2066',
  'A\u2028',
  'A\u034f',
  'A\u3164',
]

/** What URL parsers take out of a path, however it is encoded. */
const segments = ['.', '..']

test.each(['orderNumber', 'clientId'])('the %s of a ticket is one that an address can carry', (name) => {
  for (const value of segments)
    expect(Ticket.safeParse({ ...ticket, [name]: value }).error?.issues).toMatchObject([
      { path: [name], message: 'other than . and .., which no address can carry' },
    ])
  for (const value of ['...', '.a', 'a.', './.'])
    expect(Ticket.safeParse({ ...ticket, [name]: value }).success).toBe(true)
})

test.each(['orderNumber', 'clientId', 'bindingId'])('so is the %s of a charge', (name) => {
  for (const value of segments) expect(Charge.safeParse({ ...charge, [name]: value }).success, value).toBe(false)
})

test.each(['orderNumber', 'clientId'])('the %s of a ticket arrives as it was signed, or is refused', (name) => {
  for (const value of whole) expect(Ticket.safeParse({ ...ticket, [name]: value }).success, value).toBe(true)
  for (const value of broken)
    expect(Ticket.safeParse({ ...ticket, [name]: value }).error?.issues).toMatchObject([
      { path: [name], message: 'well-formed Unicode' },
    ])
})

test.each(['orderNumber', 'clientId', 'bindingId'])('so does the %s of a charge', (name) => {
  for (const value of whole) expect(Charge.safeParse({ ...charge, [name]: value }).success, value).toBe(true)
  for (const value of broken)
    expect(Charge.safeParse({ ...charge, [name]: value }).error?.issues).toMatchObject([{ path: [name] }])
})

test.each(['orderNumber', 'clientId', 'bindingId'])(
  'the %s of a charge, and of a ticket, is what is seen of it',
  (name) => {
    for (const value of invisible)
      for (const [schema, fields] of [
        [Charge, charge],
        [Ticket, { ...ticket, clientId: 'jane' }],
      ] as const)
        if (name in fields)
          expect(schema.safeParse({ ...fields, [name]: value }).error?.issues, value).toMatchObject([
            { path: [name], message: 'without control, bidirectional and zero-width characters' },
          ])
  },
)

test('signOrder names the number and the rule', async () => {
  const signed = signOrder({ ...ticket, orderNumber: 'A-17\u200b' }, 'x'.repeat(32))
  await expect(signed).rejects.toThrow(
    "The order's orderNumber must be without control, bidirectional and zero-width characters",
  )
})
