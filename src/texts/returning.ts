/** Sentences of the page that a bank's full page comes back to; scripts normally carry the shopper past it. */
export interface ReturningTexts {
  readonly back: string
  readonly close: string
}

/** They stand apart from the rest, so that browsers are not sent what only the proxy says. */
export const returning: ReadonlyMap<string, ReturningTexts> = new Map([
  ['en', { back: 'Return to the shop', close: 'You may close this page and return to the shop.' }],
  ['ru', { back: 'Вернуться в магазин', close: 'Можно закрыть эту страницу и вернуться в магазин.' }],
  ['ar', { back: 'العودة إلى المتجر', close: 'يمكنك إغلاق هذه الصفحة والعودة إلى المتجر.' }],
])
