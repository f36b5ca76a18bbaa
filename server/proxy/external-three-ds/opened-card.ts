/** A sealed card after decryption; missing fields are empty. */
export interface OpenedCard {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: string
  /** The order that it was sealed for. */
  readonly orderId: string
}

/** Reads `timestamp/uuid/PAN/CVV/EXPDATE/mdOrder/bindingId` (family), trailing fields being optional. */
export function openedCard(text: string): OpenedCard | undefined {
  const [timestamp, uuid, pan = '', cvc = '', expiry = '', orderId = '', bindingId = ''] = text.split('/')
  const isCard = /^\d{1,19}$/.test(pan) && /^\d{6}$/.test(expiry)
  const isStored = pan === '' && bindingId !== ''
  if (!timestamp || !uuid || !/^\d{0,4}$/.test(cvc) || !(isCard || isStored)) return undefined
  return { pan, expiry, orderId }
}
