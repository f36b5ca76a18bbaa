import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/**
 * Fields that requests need here, where the document does not say whether they are mandatory (card management 4). Keys
 * are `operation.field` or `object.field`.
 */
export const neededFields: ReadonlySet<string> = new Set([
  'parameters.name',
  'parameters.value',
  'setAllowedBeneficiaries.accountNumber',
  'setAllowedBeneficiaries.beneficiaries',
  'getAllowedBeneficiaries.accountNumber',
  'setAllowedMccList.accountNumber',
  'setAllowedMccList.mccList',
  'getAllowedMccList.accountNumber',
  'restrictions.status',
  'p2PTransfer.amount',
  'p2PTransfer.currency',
  'senderReceiverInfo.senderName',
  'senderReceiverInfo.senderAddress',
  'originalTransactionParameters.systemTraceAuditNumber',
  'originalTransactionParameters.localTransactionDate',
  'originalTransactionParameters.rrn',
  'getPaymentOrders.merchantNumber',
  'getPaymentOrders.institutionId',
])

const ofProcessing = (operation: string): readonly string[] =>
  ['processingCode', 'systemTraceAuditNumber', 'localTransactionDate'].map((field) => `${operation}.${field}`)

/** Fields of answers of which the document does not say so either: the sandbox always answers them. */
export const answeredFields: ReadonlySet<string> = new Set([
  'registerCustomer.customerNumber',
  'registerCustomer.accountNumber',
  'getCustomerInfo.customerNumber',
  'limits.name',
  'limits.limitName',
  'limits.limitType',
  'accounts.accountNumber',
  'accounts.accountType',
  'accounts.product',
  'product.productNumber',
  'product.productName',
  'accounts.balances',
  'balances.type',
  'balances.value',
  'isCustomerExist.result',
  'getAccountLimits.limits',
  'getCardLimits.limits',
  'limitExceptions.limitName',
  ...['changeAccountStatusInFe', 'blockCard', 'validateCard', 'changeCardStatus', 'resetPinCounter'].flatMap(
    ofProcessing,
  ),
  'getAccountData.accountData',
  'getAllowedBeneficiaries.beneficiaries',
  'getAllowedMccList.mccList',
  'getMerchantTransactions.transactions',
  'cardStatusInquiry.hotCardStatus',
  'createVirtualCard.virtualCardIdentification',
  'virtualCardIdentification.cardId',
  'virtualCardIdentification.expDate',
  'virtualCardIdentification.productType',
  'getCardData.cardData',
  'getCardListByOwner.cards',
  'getCardFees.fees',
  'fees.feeType',
  'fees.feeValue',
  'getTransactionSchemeAdditions.transactionSchemeAdditions',
  'getGeoRestrictions.regions',
  'regions.id',
  'regions.description',
  'countries.id',
  'countries.description',
  'getGeoRestrictions.transactionGroups',
  'transactionGroups.id',
  'transactionGroups.description',
  'getGeoRestrictions.restrictions',
  'restrictions.status',
  'getTransactions.transactions',
  'getTransactionDetails.transaction',
  'getTransactionCurrencies.currencies',
  'getPaymentOrders.orderList',
  'getOrderDetails.transactionList',
])

/** A request after it was read, with fields that {@link neededFields} has made sure of. */
export type Needing<Requested, Field extends keyof Requested> = Requested & {
  readonly [Name in Field]-?: NonNullable<Requested[Name]>
}

/** Makes the fields of a schema required; `holder` is the operation or the field that the schema describes. */
export function complete(fields: ReadonlySet<string>, holder: string, schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return copied(schema, { innerType: complete(fields, holder, def.innerType) })
    case 'pipe':
      return copied(schema, { out: complete(fields, holder, def.out) })
    case 'array':
      return copied(schema, { element: complete(fields, holder, def.element) })
    case 'object':
      return copied(schema, { shape: completeShape(fields, holder, def.shape) })
    default:
      return schema
  }
}

const completeShape = (fields: ReadonlySet<string>, holder: string, shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const whole = complete(fields, name, field)
      return [name, fields.has(`${holder}.${name}`) ? demanded(whole) : whole]
    }),
  )

/** A field that may be absent or null, as one that may not. */
function demanded(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return demanded(def.innerType)
  return def.type === 'pipe' ? copied(schema, { out: demanded(def.out) }) : schema
}

/** A schema with a part exchanged, and its description. */
export function copied(schema: Schema, part: object): Schema {
  const copy = z.clone(schema, { ...schema._zod.def, ...part })
  const about = z.globalRegistry.get(schema)
  return about ? (copy as z.ZodMiniType).register(z.globalRegistry, about) : copy
}
