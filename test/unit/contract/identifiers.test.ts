import { expect, test } from 'vitest'
import { Charge } from '#contract/merchant/charges.ts'
import { Ticket } from '#contract/ticket.ts'

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
