import type { TextLanguage, Words } from '../../errors/words/translate.ts'
import type { View } from './bank-app.ts'

/** What the page of the banks' apps says. */
const texts = {
  title: {
    en: 'Pay from your bank account',
    ru: 'Оплата со счёта в банке',
  },
  choose: { en: 'Choose your bank', ru: 'Выберите банк' },
  other: { en: 'Another bank', ru: 'Другой банк' },
  merchant: { en: 'Merchant', ru: 'Магазин' },
  amount: { en: 'Amount', ru: 'Сумма' },
  purpose: { en: 'Purpose', ru: 'Назначение' },
  subscribes: {
    en: 'The shop will be able to charge this account without asking again.',
    ru: 'Магазин сможет списывать с этого счёта без нового подтверждения.',
  },
  confirm: { en: 'Pay', ru: 'Оплатить' },
  wait: {
    en: 'Pay, and let the bank take its time',
    ru: 'Оплатить, банк не спешит',
  },
  send: {
    en: 'Send the money now',
    ru: 'Отправить деньги сейчас',
  },
  decline: { en: 'Decline', ru: 'Отказаться' },
  back: { en: 'Back to the shop', ru: 'Вернуться в магазин' },
  sandbox: {
    en: 'A bank of the sandbox: no money moves.',
    ru: 'Тестовый банк: деньги не списываются.',
  },
} as const satisfies Record<string, Words>

/** What the page says once there is nothing to choose any more. */
const notices: Readonly<Record<Exclude<View, 'open'>, Words>> = {
  sending: {
    en: 'The bank is sending the money.',
    ru: 'Банк отправляет деньги.',
  },
  paid: {
    en: 'Paid. You may go back to the shop.',
    ru: 'Оплачено. Можно вернуться в магазин.',
  },
  declined: {
    en: 'You have declined the payment.',
    ru: 'Вы отказались от оплаты.',
  },
  returned: {
    en: 'The order takes no more money: it is back on your account.',
    ru: 'Заказ больше не принимает деньги: они вернулись на ваш счёт.',
  },
  gone: {
    en: 'This code is not valid any more. Please go back to the shop.',
    ru: 'Этот код больше не действует. Вернитесь в магазин.',
  },
}

export const appText = (name: keyof typeof texts, language: TextLanguage): string => texts[name][language]

export const appNotice = (view: keyof typeof notices, language: TextLanguage): string => notices[view][language]
