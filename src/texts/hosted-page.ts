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
    'de',
    {
      refused: 'Die Zahlung konnte nicht gestartet werden. Es wurde nichts abgebucht.',
      pending:
        'Möglicherweise läuft bereits eine Zahlung für diese Bestellung. Bitte bezahlen Sie nicht noch einmal; prüfen Sie die Bestellung in einigen Minuten.',
    },
  ],
  [
    'fr',
    {
      refused: 'Le paiement n’a pas pu être lancé. Aucun montant n’a été débité.',
      pending:
        'Un paiement de cette commande est peut-être en cours. Veuillez ne pas payer à nouveau ; consultez la commande dans quelques minutes.',
    },
  ],
  [
    'es',
    {
      refused: 'No se ha podido iniciar el pago. No se ha realizado ningún cargo.',
      pending:
        'Es posible que ya haya un pago en curso para este pedido. No vuelvas a pagar, por favor; consulta el pedido en unos minutos.',
    },
  ],
  [
    'it',
    {
      refused: 'Non è stato possibile avviare il pagamento. Non è stato addebitato alcun importo.',
      pending:
        'Un pagamento per questo ordine potrebbe essere già in corso. Non pagare di nuovo, per favore; controlla l’ordine tra qualche minuto.',
    },
  ],
  [
    'pt-pt',
    {
      refused: 'Não foi possível iniciar o pagamento. Não foi cobrado qualquer valor.',
      pending:
        'Pode já haver um pagamento em curso para esta encomenda. Não volte a pagar, por favor; consulte a encomenda dentro de alguns minutos.',
    },
  ],
  [
    'pt-br',
    {
      refused: 'Não foi possível iniciar o pagamento. Nenhum valor foi cobrado.',
      pending:
        'Pode já haver um pagamento em andamento para este pedido. Não pague novamente, por favor; consulte o pedido em alguns minutos.',
    },
  ],
  [
    'nl',
    {
      refused: 'De betaling kon niet worden gestart. Er is niets afgeschreven.',
      pending:
        'Mogelijk loopt er al een betaling voor deze bestelling. Betaal niet nog een keer; bekijk de bestelling over een paar minuten.',
    },
  ],
  [
    'sv',
    {
      refused: 'Betalningen kunde inte startas. Inga pengar har dragits.',
      pending:
        'En betalning för beställningen kan redan vara på gång. Betala inte en gång till; kontrollera beställningen om några minuter.',
    },
  ],
  [
    'da',
    {
      refused: 'Betalingen kunne ikke startes. Der er ikke trukket noget beløb.',
      pending:
        'En betaling af ordren kan allerede være i gang. Betal venligst ikke igen; tjek ordren om et par minutter.',
    },
  ],
  [
    'nb',
    {
      refused: 'Betalingen kunne ikke startes. Ingen penger er trukket.',
      pending:
        'En betaling av bestillingen kan allerede være i gang. Ikke betal på nytt; sjekk bestillingen om noen minutter.',
    },
  ],
  [
    'fi',
    {
      refused: 'Maksua ei voitu aloittaa. Veloitusta ei ole tehty.',
      pending:
        'Tilauksen maksu voi olla jo käynnissä. Älä maksa uudelleen; tarkista tilaus muutaman minuutin kuluttua.',
    },
  ],
  [
    'ru',
    {
      refused: 'Не удалось начать оплату. Деньги не списаны.',
      pending:
        'Возможно, этот заказ уже оплачивается. Пожалуйста, не платите ещё раз; проверьте заказ через несколько минут.',
    },
  ],
  [
    'be',
    {
      refused: 'Не ўдалося пачаць аплату. Грошы не спісаны.',
      pending:
        'Магчыма, гэты заказ ужо аплачваецца. Калі ласка, не плаціце яшчэ раз; праверце заказ праз некалькі хвілін.',
    },
  ],
  [
    'uk',
    {
      refused: 'Не вдалося розпочати оплату. Кошти не списано.',
      pending:
        'Можливо, це замовлення вже оплачується. Будь ласка, не платіть ще раз; перевірте замовлення за кілька хвилин.',
    },
  ],
  [
    'pl',
    {
      refused: 'Nie udało się rozpocząć płatności. Nie pobrano żadnych środków.',
      pending:
        'Płatność za to zamówienie może być w toku. Proszę nie płacić ponownie i sprawdzić zamówienie za kilka minut.',
    },
  ],
  [
    'cs',
    {
      refused: 'Platbu se nepodařilo zahájit. Žádná částka nebyla stržena.',
      pending:
        'Platba této objednávky možná právě probíhá. Neplaťte prosím znovu; zkontrolujte objednávku za několik minut.',
    },
  ],
  [
    'sk',
    {
      refused: 'Platbu sa nepodarilo začať. Nebola strhnutá žiadna suma.',
      pending:
        'Platba tejto objednávky možno práve prebieha. Neplaťte, prosím, znova; skontrolujte objednávku o niekoľko minút.',
    },
  ],
  [
    'bg',
    {
      refused: 'Плащането не можа да започне. Няма удържани средства.',
      pending:
        'Възможно е тази поръчка вече да се плаща. Моля, не плащайте отново; проверете поръчката след няколко минути.',
    },
  ],
  [
    'sr',
    {
      refused: 'Плаћање није могло да се покрене. Ваш рачун није задужен.',
      pending:
        'Плаћање ове поруџбине је можда већ у току. Молимо вас да не плаћате поново; проверите поруџбину за неколико минута.',
    },
  ],
  [
    'hu',
    {
      refused: 'A fizetést nem sikerült elindítani. Nem történt terhelés.',
      pending:
        'Lehet, hogy ennek a rendelésnek a fizetése már folyamatban van. Kérjük, ne fizessen újra; néhány perc múlva nézze meg a rendelést.',
    },
  ],
  [
    'ro',
    {
      refused: 'Plata nu a putut fi inițiată. Nu a fost debitată nicio sumă.',
      pending:
        'Este posibil ca o plată pentru această comandă să fie în curs. Vă rugăm să nu plătiți din nou; verificați comanda peste câteva minute.',
    },
  ],
  [
    'el',
    {
      refused: 'Δεν ήταν δυνατή η έναρξη της πληρωμής. Δεν έγινε καμία χρέωση.',
      pending:
        'Μια πληρωμή για αυτή την παραγγελία ίσως βρίσκεται σε εξέλιξη. Παρακαλούμε μην πληρώσετε ξανά· ελέγξτε την παραγγελία σε λίγα λεπτά.',
    },
  ],
  [
    'lt',
    {
      refused: 'Nepavyko pradėti mokėjimo. Pinigai nebuvo nuskaičiuoti.',
      pending:
        'Galbūt šis užsakymas jau apmokamas. Prašome nemokėti dar kartą; patikrinkite užsakymą po kelių minučių.',
    },
  ],
  [
    'lv',
    {
      refused: 'Maksājumu neizdevās sākt. Nauda nav norakstīta.',
      pending:
        'Iespējams, šis pasūtījums jau tiek apmaksāts. Lūdzu, nemaksājiet vēlreiz; pārbaudiet pasūtījumu pēc dažām minūtēm.',
    },
  ],
  [
    'et',
    {
      refused: 'Makset ei õnnestunud alustada. Raha ei ole maha võetud.',
      pending:
        'Võimalik, et selle tellimuse eest juba tasutakse. Palun ärge makske uuesti; vaadake tellimust mõne minuti pärast.',
    },
  ],
  [
    'kk',
    {
      refused: 'Төлемді бастау мүмкін болмады. Ақша алынған жоқ.',
      pending:
        'Бұл тапсырыстың төлемі жүріп жатқан болуы мүмкін. Қайта төлемеңіз; тапсырысты бірнеше минуттан кейін тексеріңіз.',
    },
  ],
  [
    'ky',
    {
      refused: 'Төлөмдү баштоо мүмкүн болгон жок. Акча алынган жок.',
      pending:
        'Бул буйрутманын төлөмү жүрүп жаткан болушу мүмкүн. Кайра төлөбөңүз; буйрутманы бир нече мүнөттөн кийин текшериңиз.',
    },
  ],
  [
    'uz',
    {
      refused: 'Toʻlovni boshlab boʻlmadi. Pul yechilmadi.',
      pending:
        'Bu buyurtma uchun toʻlov amalga oshirilayotgan boʻlishi mumkin. Iltimos, qayta toʻlamang; buyurtmani bir necha daqiqadan soʻng tekshiring.',
    },
  ],
  [
    'tr',
    {
      refused: 'Ödeme başlatılamadı. Herhangi bir tahsilat yapılmadı.',
      pending:
        'Bu sipariş için devam eden bir ödeme olabilir. Lütfen yeniden ödeme yapmayın; birkaç dakika sonra siparişi kontrol edin.',
    },
  ],
  [
    'az',
    {
      refused: 'Ödənişi başlamaq mümkün olmadı. Pul çıxılmayıb.',
      pending:
        'Ola bilsin, bu sifarişin ödənişi artıq aparılır. Zəhmət olmasa, yenidən ödəməyin; sifarişi bir neçə dəqiqədən sonra yoxlayın.',
    },
  ],
  [
    'ka',
    {
      refused: 'გადახდის დაწყება ვერ მოხერხდა. თანხა არ ჩამოჭრილა.',
      pending:
        'შესაძლოა, ამ შეკვეთის გადახდა უკვე მიმდინარეობს. გთხოვთ, ხელახლა არ გადაიხადოთ; შეამოწმეთ შეკვეთა რამდენიმე წუთში.',
    },
  ],
  [
    'hy',
    {
      refused: 'Չհաջողվեց սկսել վճարումը։ Գումար չի գանձվել։',
      pending: 'Հնարավոր է՝ այս պատվերն արդեն վճարվում է։ Խնդրում ենք կրկին չվճարել. ստուգեք պատվերը մի քանի րոպեից։',
    },
  ],
  [
    'ar',
    {
      refused: 'تعذّر بدء الدفع. لم يُخصم أي مبلغ.',
      pending: 'قد تكون هناك عملية دفع جارية لهذا الطلب. يُرجى عدم الدفع مرة أخرى والتحقق من الطلب بعد بضع دقائق.',
    },
  ],
  [
    'he',
    {
      refused: 'לא ניתן היה להתחיל את התשלום. לא בוצע חיוב.',
      pending: 'ייתכן שכבר מתבצע תשלום עבור ההזמנה. נא לא לשלם שוב ולבדוק את ההזמנה בעוד כמה דקות.',
    },
  ],
  [
    'fa',
    {
      refused: 'پرداخت آغاز نشد. مبلغی کسر نشده است.',
      pending:
        'ممکن است پرداخت این سفارش در حال انجام باشد. لطفاً دوباره پرداخت نکنید و چند دقیقهٔ دیگر سفارش را بررسی کنید.',
    },
  ],
  [
    'hi',
    {
      refused: 'भुगतान शुरू नहीं हो सका। कोई राशि नहीं काटी गई है।',
      pending: 'हो सकता है कि इस ऑर्डर का भुगतान चल रहा हो। कृपया दोबारा भुगतान न करें; कुछ मिनट बाद ऑर्डर देखें।',
    },
  ],
  [
    'ja',
    {
      refused: 'お支払いを開始できませんでした。代金は請求されていません。',
      pending:
        'このご注文のお支払いは処理中の可能性があります。重ねてお支払いにならず、数分後にご注文の状況をご確認ください。',
    },
  ],
  [
    'ko',
    {
      refused: '결제를 시작하지 못했습니다. 청구된 금액은 없습니다.',
      pending: '이 주문의 결제가 진행 중일 수 있습니다. 다시 결제하지 마시고 몇 분 후 주문 상태를 확인해 주세요.',
    },
  ],
  [
    'zh-hans',
    { refused: '无法开始付款。您未被扣款。', pending: '此订单可能正在付款中。请不要重复付款，并在几分钟后查看订单。' },
  ],
  [
    'vi',
    {
      refused: 'Không thể bắt đầu thanh toán. Bạn chưa bị trừ tiền.',
      pending:
        'Đơn hàng này có thể đang được thanh toán. Vui lòng không thanh toán lại và kiểm tra đơn hàng sau vài phút.',
    },
  ],
  [
    'id',
    {
      refused: 'Pembayaran tidak dapat dimulai. Dana Anda tidak terpotong.',
      pending:
        'Pembayaran pesanan ini mungkin sedang diproses. Mohon jangan membayar lagi; periksa pesanan dalam beberapa menit.',
    },
  ],
])
