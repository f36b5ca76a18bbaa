import { issuingApi } from '#server-contract/issuing/api.ts'
import type { Operation } from '#contract/operation.ts'

/** Every operation of the document, by section; the document does not name the PIN read operation: the name is ours. */
export const operationsOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  '4.1': ['registerCustomer', 'getCustomerInfo', 'isCustomerExist'],
  '4.2': [
    'changeAccountLimit',
    'getAccountLimits',
    'changeAccountStatus',
    'changeAccountStatusInFe',
    'getAccountData',
    'setAllowedBeneficiaries',
    'getAllowedBeneficiaries',
    'setAllowedMccList',
    'getAllowedMccList',
  ],
  '4.3': [
    'changeMerchantStatus',
    'changeTerminalStatus',
    'getMerchantTransactions',
    'generateKey',
    'setKey',
    'serviceAction',
  ],
  '4.4': [
    'blockCard',
    'validateCard',
    'bindCardToAccount',
    'getCardLimits',
    'addCardLimitException',
    'changeCardLimit',
    'getPin',
    'changePin',
    'resetPinCounter',
    'generateCVC2',
    'setGeoRestrictions',
    'getGeoRestrictions',
    'cardStatusInquiry',
    'changeCardStatus',
    'createVirtualCard',
    'getCardData',
    'getCardFees',
    'getCardListByOwner',
    'getTransactionSchemeAdditions',
    'debitCard',
    'p2PTransfer',
    'getOrderDetails',
    'getPaymentOrders',
    'getTransactionDetails',
    'getTransactions',
    'getTransactionCurrencies',
  ],
}

const contract = new Map<string, Operation>(Object.entries(issuingApi))

/** The operations of a section that the contract lacks, or has under another section, or that no rule tests. */
export const openOperations = (section: string, rules: readonly string[]): readonly string[] =>
  (operationsOf[section] ?? []).filter(
    (name) =>
      !contract.get(name)?.source?.startsWith(section) || !rules.some((rule) => rule.split(/[\s:,]+/).includes(name)),
  )
