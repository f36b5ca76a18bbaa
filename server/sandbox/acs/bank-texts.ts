/** Texts of the bank's pages in one language; `{…}` is a placeholder. */
export interface BankTexts {
  readonly direction: 'ltr' | 'rtl'
  readonly bank: string
  readonly sms: string
  readonly smsNow: string
  readonly smsText: string
  readonly title: string
  readonly lead: string
  readonly merchant: string
  readonly amount: string
  readonly card: string
  readonly code: string
  readonly submit: string
  readonly resend: string
  readonly cancel: string
  readonly wrong: string
  readonly missing: string
  readonly resent: string
  readonly noResend: string
  readonly sandbox: string
  readonly goneTitle: string
  readonly gone: string
}

const en: BankTexts = {
  direction: 'ltr',
  bank: 'Sandbox Bank',
  sms: 'SMS',
  smsNow: 'now',
  smsText: 'Your code to confirm the payment:',
  title: 'Confirm your payment',
  lead: 'We have sent a one-time code to your phone.',
  merchant: 'Merchant',
  amount: 'Amount',
  card: 'Card',
  code: 'One-time code',
  submit: 'Confirm',
  resend: 'Send a new code',
  cancel: 'Cancel payment',
  wrong: 'This code is wrong. Tries left:\u00a0{left}',
  missing: 'Enter the code from the SMS.',
  resent: 'A new code is on its way.',
  noResend: 'No more codes can be sent. Use the last one.',
  sandbox: 'Simulated bank for testing. No money moves.',
  goneTitle: 'Nothing to confirm here',
  gone: 'This confirmation is unknown or no longer open. Please go back to the shop.',
}

const ru: BankTexts = {
  direction: 'ltr',
  bank: 'Песочный банк',
  sms: 'SMS',
  smsNow: 'сейчас',
  smsText: 'Код для подтверждения платежа:',
  title: 'Подтвердите платёж',
  lead: 'Мы отправили одноразовый код на ваш телефон.',
  merchant: 'Магазин',
  amount: 'Сумма',
  card: 'Карта',
  code: 'Одноразовый код',
  submit: 'Подтвердить',
  resend: 'Отправить новый код',
  cancel: 'Отменить платёж',
  wrong: 'Неверный код. Осталось попыток:\u00a0{left}',
  missing: 'Введите код из SMS.',
  resent: 'Новый код отправлен.',
  noResend: 'Больше кодов отправить нельзя. Используйте последний.',
  sandbox: 'Учебный банк для проверки. Деньги не списываются.',
  goneTitle: 'Здесь нечего подтверждать',
  gone: 'Это подтверждение неизвестно или уже закрыто. Вернитесь в магазин.',
}

const ar: BankTexts = {
  direction: 'rtl',
  bank: 'البنك التجريبي',
  sms: 'رسالة نصية',
  smsNow: 'الآن',
  smsText: 'رمز تأكيد عملية الدفع:',
  title: 'أكّد عملية الدفع',
  lead: 'أرسلنا رمزًا لمرة واحدة إلى هاتفك.',
  merchant: 'المتجر',
  amount: 'المبلغ',
  card: 'البطاقة',
  code: 'الرمز لمرة واحدة',
  submit: 'تأكيد',
  resend: 'إرسال رمز جديد',
  cancel: 'إلغاء الدفع',
  wrong: 'الرمز غير صحيح. المحاولات المتبقية:\u00a0{left}',
  missing: 'أدخل الرمز الوارد في الرسالة النصية.',
  resent: 'تم إرسال رمز جديد.',
  noResend: 'لا يمكن إرسال رموز أخرى. استخدم الرمز الأخير.',
  sandbox: 'بنك محاكاة للاختبار. لا تُحوَّل أي أموال.',
  goneTitle: 'لا يوجد ما يمكن تأكيده هنا',
  gone: 'عملية التأكيد هذه غير معروفة أو لم تعد مفتوحة. يُرجى العودة إلى المتجر.',
}

const languages: ReadonlyMap<string, BankTexts> = new Map([
  ['en', en],
  ['ru', ru],
  ['ar', ar],
])

/** The language of a BCP 47 tag (or the first of an Accept-Language header), and its texts; English if unsupported. */
export function bankTextsFor(request: string | undefined): { language: string; texts: BankTexts } {
  const language = request?.trim().slice(0, 2).toLowerCase() ?? 'en'
  const texts = languages.get(language)
  return texts ? { language, texts } : { language: 'en', texts: en }
}
