import type { CustomerRegistration } from '#server-contract/issuing/customers.ts'
import { nextAccountNumber, openAccount } from '../accounts/open-account.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { digitsOf } from '../ledger/money.ts'
import type { CustomerParameter } from '../requests/choices.ts'
import type { Customer } from '../records.ts'

/** The currency of the accounts that the template opens (card management 8). */
const EURO = 978
/** The initial balance of a new account, so that it can pay: whole units of its currency. */
const GRANT = 10_000

type Parameters = Readonly<Record<CustomerParameter, string>>

/**
 * registerCustomer (card management 4.1): a customer with the requested number, and an account in euros with a grant of
 * 10 000.00. The same customer gets one more account and its new details, except under strict rules; AA is a number of
 * another customer.
 */
export const registerCustomer =
  (context: IssuerContext) =>
  ({ parameters }: CustomerRegistration): { customerNumber: string; accountNumber: string } => {
    const customer = customerOf(
      context,
      Object.fromEntries(parameters.map(({ name, value }) => [name, value])) as Parameters,
    )
    const { number: customerNumber } = customer
    context.tables.customers.put(customerNumber, customer)
    const accountNumber = nextAccountNumber(context, EURO)
    openAccount(
      context,
      { number: accountNumber, customer: customerNumber, currency: EURO },
      GRANT * 10 ** digitsOf(EURO),
    )
    return { customerNumber, accountNumber }
  }

function customerOf({ tables, clock, rules }: IssuerContext, parameters: Parameters): Customer {
  const { customer_number: number, surname, firstName, secondName } = parameters
  const name = [surname, firstName, secondName].filter(Boolean).join(' ')
  const known = tables.customers.get(number)
  if (known && rules() === 'strict')
    throw new Declined('AA', 'customer_number is that of a customer who has an account already; the rules are strict')
  if (known && !isSame(known, parameters)) throw new Declined('AA', 'customer_number is that of another customer')
  return {
    number,
    name,
    parameters: { ...known?.parameters, ...parameters },
    registeredAt: known?.registeredAt ?? clock.now(),
  }
}

const isSame = ({ parameters: known }: Customer, { surname, firstName }: Parameters): boolean =>
  known['surname'] === surname && known['firstName'] === firstName
