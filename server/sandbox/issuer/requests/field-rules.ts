import * as z from 'zod/mini'
import { digits, integer, phone, text } from '#contract/fields.ts'
import { acceptorStatuses, accountStatuses, cycleTypes, customerParameters, customerTemplate } from './choices.ts'

const oneOf = (codes: Readonly<Record<string, number>>, error: string): z.core.$ZodType =>
  z.union(
    Object.values(codes).map((code) => z.literal(code)),
    { error },
  )
const matching = (pattern: RegExp, rule: string): z.ZodMiniString => z.string().check(z.regex(pattern, rule))

export const cardNumber = matching(/^\d{12,19}$/, '12 to 19 digits')
export const customerNumber = text(1, 36)
const accountNumber = text(1, 34)
const merchantNumber = text(1, 64)
const terminalNumber = text(1, 16)
const long15 = integer(15)
const fee = z.number().check(z.minimum(0), z.maximum(999_999_999_999))
const pinBlock = matching(
  /^(?:[0-9A-Fa-f]{16}|[0-9A-Fa-f]{32})$/,
  'an encrypted PIN block of 16 or 32 hexadecimal digits',
)
const status = z.enum(acceptorStatuses)

/**
 * What the sandbox takes in fields that the document leaves free. Keys are names of fields; `operation.field` and
 * `object.field` go before the name alone.
 */
export const fieldRules: Readonly<Record<string, z.core.$ZodType>> = {
  'registerCustomer.productName': z.literal(customerTemplate),
  'parameters.name': z.enum(customerParameters),
  'parameters.value': text(1, 255),
  'isCustomerExist.institutionId': integer(9),
  customerNumber,
  customerId: customerNumber,

  accountNumber,
  sourceAccountNumber: accountNumber,
  destinationAccountNumber: accountNumber,
  accountStatus: oneOf(accountStatuses, 'one of 0 (active), 1 (no debits), 2 (blocked), 3 (closed)'),
  accountCurrency: integer(3),
  beneficiaries: accountNumber,
  mccList: integer(4),

  limitName: text(1, 64),
  'limit.name': text(1, 64),
  'limit.value': long15,
  'limitException.value': long15,
  currentValue: long15,
  cycleType: oneOf(cycleTypes, 'one of 0 (each payment), 1 (day), 2 (week), 3 (month), 4 (year), 5 (lifetime)'),
  cycleLength: integer(3).check(z.minimum(1)),

  merchantNumber,
  merchantId: merchantNumber,
  merchantIdn: merchantNumber,
  terminalNumber,
  'getMerchantTransactions.terminalId': terminalNumber,
  terminalId: integer(12),
  institutionId: text(1, 16),
  agentId: text(1, 16),
  contractNumber: customerNumber,
  'changeMerchantStatus.status': status,
  'changeTerminalStatus.status': status,
  terminalIdentification: terminalNumber,
  merchantIdentification: merchantNumber,
  merchantType: matching(/^\d{4}$/, 'a merchant category code of four digits'),
  nameAndLocation: text(1, 99),
  serviceType: text(1, 32),
  serviceId: text(1, 32),

  hostId: integer(9),
  dukptId: integer(9),
  'generateKey.keyType': text(1, 32),
  keySerialNumber: text(1, 32),
  key: matching(
    /^[UTXY]?(?:[0-9A-Fa-f]{16}|[0-9A-Fa-f]{32}|[0-9A-Fa-f]{48})$/,
    'a key of 16, 32 or 48 hexadecimal digits, after U, T, X or Y or none of them',
  ),
  keyCheckValue: matching(/^[0-9A-Fa-f]{4,16}$/, '4 to 16 hexadecimal digits'),

  cardNumber,
  cardId: text(1, 36),
  encryptedCardNumber: text(1, 1024),
  cardNumberMask: matching(/^\d{6}\*+\d{4}$/, 'six digits, stars, four digits'),
  'virtualCardIdentification.cardNumberMask': text(8, 19),
  cardLastDigitMask: matching(/^\**\d{4}$/, 'the last four digits'),
  plasticNumber: integer(4),
  phoneNumber: phone,
  cardholderId: text(1, 36),
  barCode: text(1, 64),
  cvv2: matching(/^\d{3,4}$/, '3 or 4 digits'),
  externalCardId: text(1, 36),
  token: text(1, 64),
  cardTypeCode: text(1, 16),
  email: text(3, 254),
  hotCardStatus: integer(2),
  productType: text(1, 16),
  firstName: text(1, 64),
  lastName: text(1, 64),
  rsaPublicKey: text(1, 4096),
  templateSchemeId: integer(12),
  newPinData: pinBlock,
  pinData: pinBlock,
  countryId: integer(3),
  regionId: integer(3),
  transactionGroupId: integer(3),

  amount: integer(12),
  'p2PTransfer.amount': integer(12).check(z.minimum(1)),
  currency: integer(3),
  feeType: text(1, 32),
  feeValue: fee,
  feeAmount: fee,
  xid: text(1, 64),
  cavv: text(1, 64),
  ucaf: text(1, 64),
  uniqueReferenceNumber: text(1, 100),
  senderName: text(1, 128).check(z.regex(/^[^,]*[^,\s][^,]*,\s*[^,\s][^,]*$/, '`Surname, Name`')),
  senderAddress: text(1, 255),
  senderCity: text(1, 64),
  senderCountry: text(1, 64),
  senderPostalCode: text(1, 16),
  receiverName: text(1, 128),
  pointOfServiceConditionCode: z.string().check(z.minLength(1)),
  pointOfServiceDataCode: text(1, 16),
  securityLevelIndicator: text(1, 16),
  posCardholderPresence: integer(2),
  businessApplicationIdentifier: text(1, 8),
  processingCode: text(1, 6),
  'originalTransactionParameters.systemTraceAuditNumber': integer(6),
  rrn: text(1, 12),
}

/** Rules of a customer's parameters, by name (4.1), with the words for each. */
export const parameterRules: Readonly<Record<string, readonly [schema: z.ZodMiniType, rule: string]>> = {
  institutionId: [digits(1, 9), 'up to 9 digits'],
  customer_number: [customerNumber, 'up to 36 characters'],
  email: [text(3, 254).check(z.regex(/^[^\s@]+@[^\s@]+$/)), 'an e-mail address'],
  mobile_phone: [phone, '7 to 15 digits with the country code'],
}
