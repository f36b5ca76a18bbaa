import type { Verdict } from '#contract/gateway/orders.ts'
import { translate } from './words/translate.ts'

/** errorCode and errorMessage by what is wrong (codes: family); `?` is replaced by the caller's value. */
const refusals = {
  access: ['5', 'Access denied', 'Доступ запрещён'],
  taken: ['1', 'An order with this number is already registered', 'Заказ с таким номером уже зарегистрирован'],
  unnamed: ['1', 'Either orderId or orderNumber is required', 'Нужен orderId или orderNumber'],
  unknown: ['6', 'There is no order with this number', 'Заказ с таким номером не найден'],
  state: ['7', 'The order cannot be changed in its present state: ?', 'Состояние заказа не допускает операцию: ?'],
  'taken json': ['10', 'An order with this number is already registered', 'Заказ с таким номером уже зарегистрирован'],
  nameless: [
    '5',
    'Either orderId, or orderNumber with merchantLogin, is required',
    'Нужен orderId либо orderNumber и merchantLogin',
  ],
  issuer: ['7', 'The issuer did not give the money back: responseCode ?', 'Банк не вернул деньги: responseCode ?'],
  'not completed': [
    '7',
    'The issuer did not carry out the deposit: responseCode ?',
    'Банк не выполнил списание: responseCode ?',
  ],
  'above deposited': [
    '7',
    'Field amount is more than is left of the deposited amount: ?',
    'Поле amount больше остатка списанной суммы: ?',
  ],
  'not as expected': [
    '7',
    'Field expectedDepositedAmount is not what is left of the deposited amount: ?',
    'Поле expectedDepositedAmount не равно остатку списанной суммы: ?',
  ],
  'undo denied': [
    '7',
    'The order is deposited: to reverse it needs a permission that the merchant does not have',
    'Заказ завершён: для отмены нужно разрешение, которого у магазина нет',
  ],
  'reversed once': [
    '7',
    'A part of the hold has been given back, which is done once: deposit the rest, ?',
    'Часть удержанной суммы уже возвращена, это делается один раз: спишите остаток, ?',
  ],
  'one-phase': [
    '5',
    'Field tii ? is for one-phase payments only',
    'Поле tii ? допустимо только для одностадийных платежей',
  ],
  'no client': [
    '5',
    'Field clientId is required of an order whose card is to be stored, or paid with a stored one',
    'Для сохранения карты или оплаты сохранённой картой у заказа должно быть поле clientId',
  ],
  'no binding': [
    '2',
    'Field bindingId does not name a binding that can be used',
    'Поле bindingId не указывает на действующую связку',
  ],
  'other client': [
    '5',
    'Field bindingId names a binding of another clientId',
    'Поле bindingId указывает на связку другого clientId',
  ],
  'binding kind': [
    '5',
    'Field tii ? is not for a binding of this category',
    'Поле tii ? не подходит к категории связки',
  ],
  'binding missing': [
    '5',
    'Either bindingId, or seToken with a binding, is required',
    'Нужен bindingId или seToken со связкой',
  ],
  'no card in token': [
    '5',
    'Field seToken holds a card and no binding: use paymentorder.do',
    'Поле seToken содержит карту, а не связку: используйте paymentorder.do',
  ],
  'binding cvc': [
    '5',
    'Field cvc is required for a stored card of this merchant',
    'Для сохранённой карты нужно поле cvc',
  ],
  'no bindings': ['2', 'No bindings are found', 'Связки не найдены'],
  external: [
    '5',
    'Access denied: an external 3DS server needs a permission, and login and password',
    'Доступ запрещён: для внешнего сервера 3DS нужны разрешение, логин и пароль',
  ],
  'browser info': [
    '5',
    'Field clientBrowserInfo needs a permission that the merchant does not have',
    'Для поля clientBrowserInfo нужно разрешение, которого у магазина нет',
  ],
  'auto payment': [
    '13',
    'Field features AUTO_PAYMENT needs a permission, and neither FORCE_TDS nor FORCE_SSL beside it',
    'Поле features AUTO_PAYMENT требует разрешения и не сочетается с FORCE_TDS и FORCE_SSL',
  ],
  'email missing': [
    '4',
    'Field email is required of a merchant whose clients are notified',
    'Поле email обязательно: магазин уведомляет клиентов',
  ],
  email: ['5', 'Field email must be an e-mail address', 'Поле email должно быть адресом электронной почты'],
  contact: [
    '5',
    'Field email or orderPayerData.mobilePhone is required for VISA with 3-D Secure',
    'Для VISA с 3-D Secure нужно поле email или orderPayerData.mobilePhone',
  ],
  billing: [
    '5',
    'Field billingPayerData is required, with billingAddressLine1 and billingPostalCode',
    'Нужно поле billingPayerData с billingAddressLine1 и billingPostalCode',
  ],
  'moto card': [
    '4',
    'Either pan and expiry, seToken or bindingId is required',
    'Нужны pan и expiry, seToken или bindingId',
  ],
  transaction: [
    '5',
    'Field threeDSServerTransId does not name an authentication of this order and card',
    'Поле threeDSServerTransId не относится к этому заказу и карте',
  ],
  'card missing': [
    '4',
    'Either seToken, or $PAN and $CVC with $EXPIRY or YYYY and MM, is required',
    'Нужен seToken либо $PAN и $CVC с $EXPIRY или YYYY и MM',
  ],
  'not base64': ['5', 'Field seToken must be Base64', 'Поле seToken должно быть в Base64'],
  'not opened': [
    '5',
    'Field seToken cannot be opened with the key of this gateway',
    'Поле seToken не расшифровывается ключом этого шлюза',
  ],
  'field count': [
    '5',
    'Field seToken must hold 5 to 9 fields: timestamp/uuid/PAN/CVV/EXPDATE/mdOrder/bindingId/cardholder/registeredFrom',
    'Поле seToken должно содержать от 5 до 9 полей',
  ],
  'seal time': [
    '5',
    'Field seToken must begin with the time of its making, as 2030-05-01T12:00:00+00:00',
    'Поле seToken должно начинаться с времени создания, например 2030-05-01T12:00:00+00:00',
  ],
  'seal uuid': [
    '5',
    'Field seToken must have a UUID after its time',
    'Поле seToken должно содержать UUID после времени',
  ],
  'seal old': [
    '5',
    'Field seToken was made more than 30 minutes ago: make a new one',
    'Поле seToken создано более 30 минут назад: создайте новое',
  ],
  pan: ['5', 'The card number is not valid', 'Неверный номер карты'],
  expiry: ['5', 'The card expiry must be YYYYMM', 'Срок действия карты должен иметь вид ГГГГММ'],
  cvc: ['5', 'The security code must be 3 or 4 digits', 'Код безопасности должен состоять из 3 или 4 цифр'],
  'other order': ['5', 'Field seToken is sealed for another order', 'Поле seToken создано для другого заказа'],
  'wallet token': [
    '10',
    "The wallet's payment cannot be read: pay again or in another way",
    'Не удалось прочитать платёж кошелька: повторите его или оплатите иначе',
  ],
  binding: [
    '5',
    'Field seToken holds a binding: use paymentOrderBinding.do',
    'Поле seToken содержит связку: используйте paymentOrderBinding.do',
  ],
} as const satisfies Record<string, readonly [code: string, en: string, ru: string]>

export type RefusalName = keyof typeof refusals

/** Thrown for a request that is understood but rejected; answered with HTTP 200, as the family does. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly answer: Verdict & Readonly<Record<string, string>>
  constructor(errorCode: string, errorMessage: string, more: Readonly<Record<string, string>> = {}) {
    super(errorMessage)
    this.answer = { errorCode, errorMessage, ...more }
  }
}

/** Builds a refusal in the language of the request. */
export function refusal(name: RefusalName, language: string | undefined, added = ''): Refusal {
  const [code, en, ru] = refusals[name]
  return new Refusal(code, translate([en, ru], language).replace('?', added))
}

/** Builds a refusal of card data, with the family's fields for it. */
export function cardRefusal(name: RefusalName, language: string | undefined): Refusal {
  const { answer, message } = refusal(name, language)
  const more = { error: message, errorTypeName: 'DATA_INPUT_ERROR', processingErrorType: 'CLIENT_ERROR' }
  return new Refusal(String(answer.errorCode), message, more)
}
