/** Texts of the page to which a bank's full page returns; scripts normally redirect the shopper from it. */
export interface ReturningTexts {
  readonly back: string
  readonly close: string
}

/** Separate from the other texts, so that browsers do not load what only the proxy shows. */
export const returning: ReadonlyMap<string, ReturningTexts> = new Map([
  ['en', { back: 'Return to the shop', close: 'You may close this page and return to the shop.' }],
  ['ru', { back: 'Вернуться в магазин', close: 'Можно закрыть эту страницу и вернуться в магазин.' }],
  ['ar', { back: 'العودة إلى المتجر', close: 'يمكنك إغلاق هذه الصفحة والعودة إلى المتجر.' }],
])
