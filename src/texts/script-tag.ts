/** Texts of the script tag, for the time that the element's own code is not loaded. */
export interface ScriptTagTexts {
  readonly slow: string
  readonly failed: string
  readonly retry: string
  readonly bankPage: string
}

/** Separate from the other texts, which are loaded with the code that is missing. */
export const scriptTag: ReadonlyMap<string, ScriptTagTexts> = new Map([
  [
    'en',
    {
      slow: 'The payment form takes longer than usual to load…',
      failed: 'The payment form could not be loaded. Check your connection, or an ad blocker.',
      retry: 'Try again',
      bankPage: 'Pay on the bank’s page',
    },
  ],
  [
    'ru',
    {
      slow: 'Форма оплаты загружается дольше, чем обычно…',
      failed: 'Не удалось загрузить форму оплаты. Проверьте подключение и блокировщик рекламы.',
      retry: 'Попробовать ещё раз',
      bankPage: 'Оплатить на странице банка',
    },
  ],
  [
    'ar',
    {
      slow: 'يستغرق تحميل نموذج الدفع وقتًا أطول من المعتاد…',
      failed: 'تعذّر تحميل نموذج الدفع. تحقّق من اتصالك بالإنترنت أو من مانع الإعلانات.',
      retry: 'حاول مرة أخرى',
      bankPage: 'ادفع عبر صفحة البنك',
    },
  ],
])
