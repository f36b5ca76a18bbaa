/** Texts of the page to which a bank's full page returns; scripts normally redirect the shopper from it. */
export interface ReturningTexts {
  readonly back: string
  readonly close: string
}

/** Separate from the other texts, so that browsers do not load what only the proxy shows. */
export const returning: ReadonlyMap<string, ReturningTexts> = new Map([
  ['en', { back: 'Return to the shop', close: 'You may close this page and return to the shop.' }],
  ['de', { back: 'Zurück zum Shop', close: 'Sie können diese Seite schließen und zum Shop zurückkehren.' }],
  ['fr', { back: 'Retourner à la boutique', close: 'Vous pouvez fermer cette page et retourner à la boutique.' }],
  ['es', { back: 'Volver a la tienda', close: 'Puedes cerrar esta página y volver a la tienda.' }],
  ['it', { back: 'Torna al negozio', close: 'Puoi chiudere questa pagina e tornare al negozio.' }],
  ['pt-pt', { back: 'Voltar à loja', close: 'Pode fechar esta página e voltar à loja.' }],
  ['pt-br', { back: 'Voltar à loja', close: 'Você pode fechar esta página e voltar à loja.' }],
  ['nl', { back: 'Terug naar de winkel', close: 'Je kunt deze pagina sluiten en teruggaan naar de winkel.' }],
  ['sv', { back: 'Tillbaka till butiken', close: 'Du kan stänga den här sidan och gå tillbaka till butiken.' }],
  ['da', { back: 'Tilbage til butikken', close: 'Du kan lukke denne side og gå tilbage til butikken.' }],
  ['nb', { back: 'Tilbake til butikken', close: 'Du kan lukke denne siden og gå tilbake til butikken.' }],
  ['fi', { back: 'Palaa kauppaan', close: 'Voit sulkea tämän sivun ja palata kauppaan.' }],
  ['ru', { back: 'Вернуться в магазин', close: 'Можно закрыть эту страницу и вернуться в магазин.' }],
  ['be', { back: 'Вярнуцца ў магазін', close: 'Можна закрыць гэтую старонку і вярнуцца ў магазін.' }],
  ['uk', { back: 'Повернутися до магазину', close: 'Можна закрити цю сторінку й повернутися до магазину.' }],
  ['pl', { back: 'Wróć do sklepu', close: 'Można zamknąć tę stronę i wrócić do sklepu.' }],
  ['cs', { back: 'Zpět do obchodu', close: 'Tuto stránku můžete zavřít a vrátit se do obchodu.' }],
  ['sk', { back: 'Späť do obchodu', close: 'Túto stránku môžete zavrieť a vrátiť sa do obchodu.' }],
  ['bg', { back: 'Връщане в магазина', close: 'Можете да затворите тази страница и да се върнете в магазина.' }],
  ['sr', { back: 'Назад у продавницу', close: 'Можете да затворите ову страницу и вратите се у продавницу.' }],
  ['hu', { back: 'Vissza a webáruházba', close: 'Bezárhatja ezt az oldalt, és visszatérhet a webáruházba.' }],
  ['ro', { back: 'Reveniți la magazin', close: 'Puteți închide această pagină și reveni la magazin.' }],
  [
    'el',
    { back: 'Επιστροφή στο κατάστημα', close: 'Μπορείτε να κλείσετε αυτή τη σελίδα και να επιστρέψετε στο κατάστημα.' },
  ],
  ['lt', { back: 'Grįžti į parduotuvę', close: 'Galite uždaryti šį puslapį ir grįžti į parduotuvę.' }],
  ['lv', { back: 'Atgriezties veikalā', close: 'Varat aizvērt šo lapu un atgriezties veikalā.' }],
  ['et', { back: 'Tagasi poodi', close: 'Võite selle lehe sulgeda ja poodi tagasi minna.' }],
  ['kk', { back: 'Дүкенге оралу', close: 'Бұл бетті жауып, дүкенге оралуға болады.' }],
  ['ky', { back: 'Дүкөнгө кайтуу', close: 'Бул баракты жаап, дүкөнгө кайтсаңыз болот.' }],
  ['uz', { back: 'Doʻkonga qaytish', close: 'Bu sahifani yopib, doʻkonga qaytishingiz mumkin.' }],
  ['tr', { back: 'Mağazaya dön', close: 'Bu sayfayı kapatıp mağazaya dönebilirsiniz.' }],
  ['az', { back: 'Mağazaya qayıt', close: 'Bu səhifəni bağlayıb mağazaya qayıda bilərsiniz.' }],
  ['ka', { back: 'მაღაზიაში დაბრუნება', close: 'შეგიძლიათ დახუროთ ეს გვერდი და დაბრუნდეთ მაღაზიაში.' }],
  ['hy', { back: 'Վերադառնալ խանութ', close: 'Կարող եք փակել այս էջը և վերադառնալ խանութ։' }],
  ['ar', { back: 'العودة إلى المتجر', close: 'يمكنك إغلاق هذه الصفحة والعودة إلى المتجر.' }],
  ['he', { back: 'חזרה לחנות', close: 'אפשר לסגור את הדף ולחזור לחנות.' }],
  ['fa', { back: 'بازگشت به فروشگاه', close: 'می‌توانید این صفحه را ببندید و به فروشگاه بازگردید.' }],
  ['hi', { back: 'दुकान पर वापस जाएँ', close: 'आप यह पेज बंद करके दुकान पर वापस जा सकते हैं।' }],
  ['ja', { back: 'ショップに戻る', close: 'このページを閉じて、ショップにお戻りください。' }],
  ['ko', { back: '쇼핑몰로 돌아가기', close: '이 페이지를 닫고 쇼핑몰로 돌아가셔도 됩니다.' }],
  ['zh-hans', { back: '返回商家网站', close: '您可以关闭此页面并返回商家网站。' }],
  ['vi', { back: 'Quay lại cửa hàng', close: 'Bạn có thể đóng trang này và quay lại cửa hàng.' }],
  ['id', { back: 'Kembali ke toko', close: 'Anda dapat menutup halaman ini dan kembali ke toko.' }],
])
