/** Texts of the page that replaces the gateway's own, when a shopper cannot be redirected there. */
export interface HostedPageTexts {
  readonly refused: string
  readonly pending: string
}

/** Separate from the other texts, so that browsers do not load what only the proxy shows. */
export const hostedPageTexts: ReadonlyMap<string, HostedPageTexts> = new Map([
  [
    'en',
    {
      refused: 'The payment could not be started. You have not been charged.',
      pending: 'A payment of this order may be under way. Please do not pay again; look at the order in a few minutes.',
    },
  ],
  [
    'ru',
    {
      refused: 'Не удалось начать оплату. Деньги не списаны.',
      pending: 'Возможно, этот заказ уже оплачивается. Не платите ещё раз; проверьте заказ через несколько минут.',
    },
  ],
  [
    'ar',
    {
      refused: 'تعذّر بدء الدفع. لم يُخصم أي مبلغ.',
      pending: 'قد تكون هناك عملية دفع جارية لهذا الطلب. يُرجى عدم الدفع مرة أخرى والتحقق من الطلب بعد بضع دقائق.',
    },
  ],
])
