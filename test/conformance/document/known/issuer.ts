import type { KnownDifference } from './known.ts'

/** The rule by which each operation has its card identified. */
const identifications: readonly (readonly [line: number, operation: string, rule: string])[] = [
  [276, 'blockCard', 'cardIdentification (sandbox: cardNumber)'],
  [280, 'validateCard', 'cardIdentification using one of cardNumber; cardId;'],
  [285, 'bindCardToAccount', 'cardIdentification: cardNumber and expDate required.'],
  [295, 'getCardLimits', 'cardIdentification (sandbox: cardNumber or cardId)'],
  [300, 'addCardLimitException', 'cardIdentification: cardNumber, cardId, barCode, or a masked number'],
  [314, 'changePin', 'cardIdentification (cardNumber or cardId)'],
  [318, 'resetPinCounter', 'cardIdentification (cardNumber or cardId)'],
  [323, 'generateCVC2', 'cardIdentification: cardNumber, cardId, barCode, or a masked number'],
  [331, 'setGeoRestrictions', 'cardIdentification (cardNumber or cardId)'],
  [338, 'getGeoRestrictions', 'cardIdentification (cardNumber or cardId)'],
  [347, 'cardStatusInquiry', 'cardIdentification (cardNumber, cardId, barCode, or a masked number'],
  [351, 'changeCardStatus', 'cardIdentification (sandbox: cardNumber or cardId)'],
  [369, 'getCardData', 'cardIdentification (sandbox: cardNumber or cardId)'],
  [377, 'getCardListByOwner', 'cardIdentification with customerId, phoneNumber or email.'],
  [381, 'getTransactionSchemeAdditions', 'cardIdentification (cardId)'],
  [386, 'debitCard', 'cardIdentification: cardNumber, cardId, barCode, or a masked number'],
  [421, 'getTransactions', 'cardIdentification (sandbox: cardNumber or cardId)'],
  [425, 'getTransactionCurrencies', 'cardIdentification with cardId.'],
]

const inTheTable = {
  333: 'The region, country and transaction-group identifiers are mandatory in the table.',
}

export const issuerKnown: readonly KnownDifference[] = [
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'response',
    reason: 'Mandatory in the resource, while an account shows its cards without it unless the request wants it',
    quotes: {
      106: 'cardNumber (String, mandatory)',
      203: 'returnCardNumber (Boolean, optional; whether the full card number is returned)',
    },
    rows: [{ operation: '2.7', fields: 'cardNumber' }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'The table names it merchantId, the example merchantIdn',
    quotes: { 235: 'merchantId (String, mandatory).', 239: 'The request example uses the names merchantIdn' },
    rows: [{ operation: 'getMerchantTransactions', fields: 'merchantId' }],
  },
  {
    class: 'text',
    kind: 'required, unstated',
    side: 'request',
    reason: 'The flags of the identification vary, and the rule of the operation counts',
    quotes: { 28: 'The per-operation identification rule stated below is the operative requirement.' },
    rows: identifications.map(([line, operation, rule]) => ({
      operation,
      fields: 'cardIdentification',
      quotes: { [line]: rule },
    })),
  },
  {
    class: 'text',
    kind: 'required, unstated',
    side: 'request',
    reason: 'Where the rule of an operation names one way only, or what must accompany each, that is required',
    quotes: { 28: 'The per-operation identification rule stated below is the operative requirement.' },
    rows: [
      {
        operation: '2.2',
        fields: 'cardNumber',
        quotes: { 285: 'cardIdentification: cardNumber and expDate required.' },
      },
      { operation: '2.2', fields: 'expDate', quotes: { 267: 'expDate and one of cardNumber, barCode' } },
      { operation: '2.2', fields: 'cardId', quotes: { 425: 'cardIdentification with cardId.' } },
    ],
  },
  {
    class: 'text',
    kind: 'required, unstated',
    side: 'request',
    reason: 'The list states nothing, the next line says that the table makes it mandatory',
    quotes: inTheTable,
    rows: [{ operation: 'setGeoRestrictions', fields: 'restrictions.transactionGroupId' }],
  },
  {
    class: 'text',
    kind: 'required, unstated',
    side: 'response',
    reason: 'An entry has the shape for which the table makes it mandatory',
    quotes: { ...inTheTable, 343: 'restrictions (list of the restriction shape above)' },
    rows: [{ operation: 'getGeoRestrictions', fields: 'restrictions.transactionGroupId' }],
  },
  {
    class: 'text',
    kind: 'values dropped',
    side: 'request',
    reason: 'The values are those of the bank’s sandbox; another template has others',
    rows: [
      {
        operation: 'registerCustomer',
        fields: 'productName',
        quotes: { 167: 'The sandbox has one template and the value is always CRCU1001.' },
      },
      {
        operation: 'registerCustomer',
        fields: 'parameters.name',
        quotes: { 168: 'the names depend on the template.', 169: 'The sandbox template takes these names' },
      },
    ],
  },
]
