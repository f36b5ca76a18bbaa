/** Permissions of a merchant; each corresponds to a sentence “needs a permission” of the specification. */
export const permissions = {
  clientBrowserInfo: 'clientBrowserInfo of payments (online gateway 2.4)',
  fee: 'feeInput of registrations (4.1)',
  registerBinding: 'bindingId of registrations (4.1)',
  plannedDates: 'autocompletionDate and autoReverseDate (4.2)',
  autoPayment: 'the feature AUTO_PAYMENT: stored cards without CVC and 3-D Secure (family)',
  otherMerchants: 'merchantLogin of another merchant (4.1)',
  externalThreeDs: 'payments authenticated by a 3DS server of its own (4.4)',
  directMethod: 'threeDSMethodURLServerDirect, the method page led through the gateway (4.3)',
  reverseDeposit: 'reverse.do of a deposited order (family)',
  walletBindings: 'tii CI of wallet requests: vendor-paid common bindings (2.3)',
  scaExemption: 'externalScaExemptionIndicator of wallet requests (4.8)',
  sbp: 'payments by a bank’s app through the Faster Payments System, SBP (family)',
} as const
export type Permission = keyof typeof permissions

/** Permissions by default; none of them affects another merchant or trusts an external 3DS server. */
export const usualPermissions: readonly Permission[] = [
  'clientBrowserInfo',
  'fee',
  'registerBinding',
  'plannedDates',
  'walletBindings',
  'sbp',
]

/**
 * What the gateway may demand of a merchant's payments. The specification demands `contact` of every merchant; here it
 * is a setting, so that a form with neither field can pay with the test cards too.
 */
export const demands = {
  contact: 'a phone or an e-mail address for VISA with 3-D Secure (online gateway 2.4)',
  billing: 'the address for its verification: billingAddressLine1 and billingPostalCode (2.4)',
  callbackAddress: 'dynamicCallbackUrl of every registration that has it (4.1)',
  email: 'the e-mail address of clients, who are notified (4.1)',
  bankPage: 'cards on the gateway’s own page alone: paymentorder.do is refused (family)',
  bindingCvc: 'the CVC of a stored card that its holder pays with',
} as const
export type Demand = keyof typeof demands
