import type { TextLanguage, Words } from '../../errors/words/translate.ts'
import type { View } from './bank-app.ts'

/** What the page of the banks' apps says. */
const texts = {
  title: {
    en: 'Pay from your bank account',
    ru: 'Оплата со счёта в банке',
    be: 'Аплата з рахунку ў банку',
    kk: 'Банк шотынан төлеу',
  },
  choose: { en: 'Choose your bank', ru: 'Выберите банк', be: 'Выберыце банк', kk: 'Банкіңізді таңдаңыз' },
  other: { en: 'Another bank', ru: 'Другой банк', be: 'Іншы банк', kk: 'Басқа банк' },
  merchant: { en: 'Merchant', ru: 'Магазин', be: 'Крама', kk: 'Дүкен' },
  amount: { en: 'Amount', ru: 'Сумма', be: 'Сума', kk: 'Сома' },
  purpose: { en: 'Purpose', ru: 'Назначение', be: 'Прызначэнне', kk: 'Мақсаты' },
  subscribes: {
    en: 'The shop will be able to charge this account without asking again.',
    ru: 'Магазин сможет списывать с этого счёта без нового подтверждения.',
    be: 'Крама зможа спісваць з гэтага рахунку без новага пацвярджэння.',
    kk: 'Дүкен бұл шоттан қайта сұрамай-ақ ақша ала алады.',
  },
  confirm: { en: 'Pay', ru: 'Оплатить', be: 'Аплаціць', kk: 'Төлеу' },
  wait: {
    en: 'Pay, and let the bank take its time',
    ru: 'Оплатить, банк не спешит',
    be: 'Аплаціць, банк не спяшаецца',
    kk: 'Төлеу, банк асықпайды',
  },
  send: {
    en: 'Send the money now',
    ru: 'Отправить деньги сейчас',
    be: 'Адправіць грошы зараз',
    kk: 'Ақшаны қазір жіберу',
  },
  decline: { en: 'Decline', ru: 'Отказаться', be: 'Адмовіцца', kk: 'Бас тарту' },
  back: { en: 'Back to the shop', ru: 'Вернуться в магазин', be: 'Вярнуцца ў краму', kk: 'Дүкенге оралу' },
  sandbox: {
    en: 'A bank of the sandbox: no money moves.',
    ru: 'Тестовый банк: деньги не списываются.',
    be: 'Тэставы банк: грошы не спісваюцца.',
    kk: 'Сынақ банкі: ақша алынбайды.',
  },
} as const satisfies Record<string, Words>

/** What the page says once there is nothing to choose any more. */
const notices: Readonly<Record<Exclude<View, 'open'>, Words>> = {
  sending: {
    en: 'The bank is sending the money.',
    ru: 'Банк отправляет деньги.',
    be: 'Банк адпраўляе грошы.',
    kk: 'Банк ақшаны жіберіп жатыр.',
  },
  paid: {
    en: 'Paid. You may go back to the shop.',
    ru: 'Оплачено. Можно вернуться в магазин.',
    be: 'Аплачана. Можна вярнуцца ў краму.',
    kk: 'Төленді. Дүкенге оралуға болады.',
  },
  declined: {
    en: 'You have declined the payment.',
    ru: 'Вы отказались от оплаты.',
    be: 'Вы адмовіліся ад аплаты.',
    kk: 'Сіз төлемнен бас тарттыңыз.',
  },
  returned: {
    en: 'The order takes no more money: it is back on your account.',
    ru: 'Заказ больше не принимает деньги: они вернулись на ваш счёт.',
    be: 'Заказ больш не прымае грошы: яны вярнуліся на ваш рахунак.',
    kk: 'Тапсырыс енді ақша қабылдамайды: ол шотыңызға қайтарылды.',
  },
  gone: {
    en: 'This code is not valid any more. Please go back to the shop.',
    ru: 'Этот код больше не действует. Вернитесь в магазин.',
    be: 'Гэты код больш не дзейнічае. Вярніцеся ў краму.',
    kk: 'Бұл код енді жарамсыз. Дүкенге оралыңыз.',
  },
}

export const appText = (name: keyof typeof texts, language: TextLanguage): string => texts[name][language]

export const appNotice = (view: keyof typeof notices, language: TextLanguage): string => notices[view][language]
