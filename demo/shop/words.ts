import { chooseLocale, locales } from '#texts/locales.ts'
import type { Numbered } from './order.ts'

/** What the shop says once an order is paid. */
const received: Readonly<Record<string, string>> = {
  ar: 'تم استلام الطلب',
  az: 'Sifariş qəbul edildi',
  be: 'Заказ прыняты',
  bg: 'Поръчката е приета',
  cs: 'Objednávka přijata',
  da: 'Ordren er modtaget',
  de: 'Bestellung eingegangen',
  el: 'Η παραγγελία ελήφθη',
  en: 'Order received',
  es: 'Pedido recibido',
  et: 'Tellimus on vastu võetud',
  fa: 'سفارش دریافت شد',
  fi: 'Tilaus vastaanotettu',
  fr: 'Commande reçue',
  he: 'ההזמנה התקבלה',
  hi: 'ऑर्डर मिल गया',
  hu: 'A rendelés megérkezett',
  hy: 'Պատվերն ընդունված է',
  id: 'Pesanan diterima',
  it: 'Ordine ricevuto',
  ja: 'ご注文を承りました',
  ka: 'შეკვეთა მიღებულია',
  kk: 'Тапсырыс қабылданды',
  ko: '주문이 접수되었습니다',
  ky: 'Буйрутма кабыл алынды',
  lt: 'Užsakymas gautas',
  lv: 'Pasūtījums saņemts',
  nb: 'Bestillingen er mottatt',
  nl: 'Bestelling ontvangen',
  pl: 'Zamówienie przyjęte',
  'pt-br': 'Pedido recebido',
  'pt-pt': 'Encomenda recebida',
  ro: 'Comandă primită',
  ru: 'Заказ принят',
  sk: 'Objednávka prijatá',
  sr: 'Поруџбина је примљена',
  sv: 'Beställningen är mottagen',
  tr: 'Sipariş alındı',
  uk: 'Замовлення прийнято',
  uz: 'Buyurtma qabul qilindi',
  vi: 'Đã nhận đơn hàng',
  'zh-hans': '订单已收到',
}

/** The heading of the shop above its checkout, before and after, in the page's language; a card check buys nothing. */
export async function headingOf({
  locale,
  verify,
}: Numbered): Promise<{ readonly before: string; readonly after: string }> {
  const tag = chooseLocale(locale)
  const { name, cardFrame, verified } = (await locales.get(tag)!.load()).checkout
  return verify === 'yes' ? { before: cardFrame, after: verified } : { before: name, after: received[tag]! }
}
