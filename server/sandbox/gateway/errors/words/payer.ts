import { translate, type Words } from './translate.ts'

/** What a payer can do about a refusal: `message` of a JSON operation's error (online gateway 4.7) names no field. */
const sentences = {
  shop: {
    en: 'The payment cannot be made. Please contact the shop.',
    ru: 'Оплатить не удалось. Обратитесь в магазин.',
  },
  taken: {
    en: 'This order has been received already. Please ask the shop whether it is paid.',
    ru: 'Этот заказ уже принят. Уточните в магазине, оплачен ли он.',
  },
  closed: {
    en: 'This order can no longer be paid. Please go back to the shop.',
    ru: 'Этот заказ больше нельзя оплатить. Вернитесь в магазин.',
  },
  stored: {
    en: 'The stored card cannot be used. Please pay in another way.',
    ru: 'Сохранённую карту нельзя использовать. Оплатите другим способом.',
  },
  card: {
    en: 'Check the card number, the expiry date and the code.',
    ru: 'Проверьте номер карты, срок действия и код.',
  },
  contact: {
    en: 'Check the e-mail address and the phone number.',
    ru: 'Проверьте адрес электронной почты и номер телефона.',
  },
  address: {
    en: 'Check the billing address.',
    ru: 'Проверьте платёжный адрес.',
  },
  again: {
    en: 'The confirmation of the payment is no longer valid. Please pay again.',
    ru: 'Подтверждение платежа больше не действует. Оплатите ещё раз.',
  },
  wallet: {
    en: "The wallet's payment cannot be read: pay again or in another way.",
    ru: 'Не удалось прочитать платёж кошелька: повторите его или оплатите иначе.',
  },
} as const satisfies Record<string, Words>

export type PayerTopic = keyof typeof sentences

/** A plain sentence for the payer, in the language of the request. */
export const payerMessage = (topic: PayerTopic, language: unknown): string => translate(sentences[topic], language)

/** Fields that a payer has filled in, by the first name of their path; all others are the shop's. */
const topics: Readonly<Record<string, PayerTopic>> = {
  email: 'contact',
  phone: 'contact',
  orderPayerData: 'contact',
  billingPayerData: 'address',
  paymentToken: 'wallet',
}

export const topicOf = (field: string): PayerTopic => topics[field.split('.', 1)[0]!] ?? 'shop'
