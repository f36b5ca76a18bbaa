import type { Customer as CustomerInfo, customerOperations } from '#server-contract/issuing/customers.ts'
import type { Request } from '#contract/operation.ts'
import { accountProducts } from '../accounts/products.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { customerNamed } from '../find.ts'
import { availableOn, balanceOf } from '../ledger/ledger.ts'
import { listed } from '../limits/listed.ts'
import { accountOwner } from '../limits/owner.ts'
import type { Account } from '../records.ts'

type CustomerInfoRequest = Request<typeof customerOperations.getCustomerInfo>

/**
 * getCustomerInfo (card management 4.1, 2.5): the customer with all of its accounts, or with the requested one, and the
 * limits of these accounts in the same order (the sandbox's choice, since the document does not define them).
 */
export const getCustomerInfo =
  (context: IssuerContext) =>
  ({ customerNumber, accountNumber }: CustomerInfoRequest): CustomerInfo => {
    const { number, name } = customerNamed(context, customerNumber)
    const accounts = context.tables.accountsOf
      .of(number)
      .filter((account) => accountNumber === undefined || account.number === accountNumber)
    if (accountNumber !== undefined && !accounts.length)
      throw new Declined('14', 'accountNumber is not an account of this customer')
    return {
      customerNumber: number,
      customerName: name,
      limits: accounts.flatMap((account) => limitsOf(context, account)),
      accounts: accounts.map((account) => report(context, account)),
    }
  }

/** limitType is what the limit counts: AMOUNT or COUNT. */
const limitsOf = (context: IssuerContext, account: Account): NonNullable<CustomerInfo['limits']> => {
  const owner = accountOwner(account)
  return listed(context, owner).map(({ name, value, currentValue }) => ({
    limitName: name,
    limitType: owner.catalog.get(name!)!.measure,
    value: value!,
    currentValue,
  }))
}

function report(context: IssuerContext, account: Account): NonNullable<CustomerInfo['accounts']>[number] {
  const { posted, held } = balanceOf(context, account.number)
  const { number: accountNumber, type: accountType, product, creditLimit } = account
  return {
    accountNumber,
    accountType,
    product: { productNumber: product, productName: accountProducts.get(product) ?? product },
    balances: [
      { type: 'AVAILABLE', value: availableOn(context, account) },
      { type: 'POSTED', value: posted },
      { type: 'HELD', value: held },
      { type: 'CREDIT_LIMIT', value: creditLimit },
    ],
  }
}
