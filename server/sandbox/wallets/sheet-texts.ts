/** Texts of a wallet's sheet in one language. */
export interface SheetTexts {
  readonly direction: 'ltr' | 'rtl'
  readonly sandbox: string
  readonly pays: string
  readonly choose: string
  readonly device: string
  readonly onFile: string
  readonly declined: string
  readonly none: string
  /** The label before the payer data that the shop requests. */
  readonly shares: string
  readonly confirm: string
  readonly cancel: string
}

const en: SheetTexts = {
  direction: 'ltr',
  sandbox: 'A wallet of the sandbox: no money moves.',
  pays: 'Pay {merchant}',
  choose: 'Choose a card',
  device: 'Confirmed by the device',
  onFile: 'On file: the bank may ask for a confirmation',
  declined: 'Not enough funds',
  none: 'The shop takes none of the cards in this wallet.',
  shares: 'The shop asks for, and gets:',
  confirm: 'Confirm',
  cancel: 'Cancel',
}

const ru: SheetTexts = {
  direction: 'ltr',
  sandbox: 'Кошелёк песочницы: деньги не списываются.',
  pays: 'Оплата: {merchant}',
  choose: 'Выберите карту',
  device: 'Подтверждена устройством',
  onFile: 'Сохранённая: банк может попросить подтверждение',
  declined: 'Недостаточно денег',
  none: 'Магазин не принимает ни одну карту этого кошелька.',
  shares: 'Магазин просит и получит:',
  confirm: 'Подтвердить',
  cancel: 'Отмена',
}

const ar: SheetTexts = {
  direction: 'rtl',
  sandbox: 'محفظة تجريبية: لا تُخصم أي أموال.',
  pays: 'الدفع إلى {merchant}',
  choose: 'اختر بطاقة',
  device: 'مؤكدة من الجهاز',
  onFile: 'بطاقة محفوظة: قد يطلب البنك تأكيدًا',
  declined: 'الرصيد غير كافٍ',
  none: 'لا يقبل المتجر أيًّا من بطاقات هذه المحفظة.',
  shares: 'يطلب المتجر وسيحصل على:',
  confirm: 'تأكيد',
  cancel: 'إلغاء',
}

const languages: ReadonlyMap<string, SheetTexts> = new Map([
  ['en', en],
  ['ru', ru],
  ['ar', ar],
])

/** The texts of a language, or English. */
export function sheetTextsFor(acceptLanguage: string): { readonly language: string; readonly texts: SheetTexts } {
  const language = languages.has(acceptLanguage) ? acceptLanguage : 'en'
  return { language, texts: languages.get(language)! }
}
