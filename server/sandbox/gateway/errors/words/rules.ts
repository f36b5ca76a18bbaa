type Telling = string | ((...found: string[]) => string)

const a = (word: string): RegExp => new RegExp(`^must be an? ${word}$`)

/** The rules of fields in Russian, by their English text in the contract; each completes the sentence “Поле …”. */
const tellings: readonly (readonly [rule: RegExp, russian: Telling])[] = [
  [/^is required$/, 'обязательно'],
  [/^is required with (.+)$/, 'обязательно вместе с $1'],
  [/^is not a known field$/, 'неизвестно'],
  [/^is not valid$/, 'заполнено неверно'],
  [a('whole number'), 'должно быть целым числом'],
  [a('number'), 'должно быть числом'],
  [a('string'), 'должно быть строкой'],
  [a('boolean'), 'должно быть true или false'],
  [a('list'), 'должно быть списком'],
  [a('object'), 'должно быть объектом'],
  [a('record'), 'должно быть объектом из пар имя и значение'],
  [/^must have at least (\d+) characters?$/, 'должно быть не короче $1 знаков'],
  [/^must have at most (\d+) characters?$/, 'должно быть не длиннее $1 знаков'],
  [/^must have at least (\d+) entr(?:y|ies)$/, 'должно содержать не меньше $1 элементов'],
  [/^must have at most (\d+) entr(?:y|ies)$/, 'должно содержать не больше $1 элементов'],
  [/^must be at least (\d+)$/, 'должно быть не меньше $1'],
  [/^must be at most (\d+)$/, 'должно быть не больше $1'],
  [/^must be greater than 0$/, 'должно быть больше 0'],
  [/^must be (?:one )?of (.+)$/, 'должно быть одним из: $1'],
  [/^must be digits only$/, 'должно состоять из цифр'],
  [/^must be a numeric ISO 4217 code of three digits$/, 'должно быть числовым кодом ISO 4217 из трёх цифр'],
  [/^must be a known ISO 4217 code$/, 'должно быть известным кодом ISO 4217'],
  [/^must be (yyyy-MM-ddTHH:mm:ss)$/, 'должно иметь вид $1'],
  [/^must be (YYYYMM|YYYYMMDD)$/, 'должно иметь вид $1'],
  [/^must be a date that exists$/, 'должно быть существующей датой'],
  [/^must be a date still to come$/, 'должно быть датой в будущем'],
  [/^must be an absolute http or https address$/, 'должно быть полным адресом http или https'],
  [/^must be an IPv4 or IPv6 address$/, 'должно быть адресом IPv4 или IPv6'],
  [/^must be 7 to 15 digits with the country code$/, 'должно состоять из 7–15 цифр с кодом страны'],
  [/^must be in Latin characters$/, 'должно быть записано латиницей'],
  [/^must be a month$/, 'должно быть месяцем'],
  [/^must be Unix milliseconds$/, 'должно быть временем Unix в миллисекундах'],
  [/^must be Base64$/, 'должно быть в Base64'],
  [/^must be two letters of ISO 639-1, such as (.+)$/, 'должно состоять из двух букв ISO 639-1, например $1'],
  [/^must be a number of at most (\d+) characters$/, 'должно быть числом не длиннее $1 знаков'],
  [/^must be a number of at most (\d+) digits$/, 'должно быть числом не длиннее $1 цифр'],
  [/^must be a number with at most 3 decimals$/, 'должно быть числом не более чем с 3 знаками после запятой'],
  [/^must be given an itemAmount where itemPrice is absent$/, 'должно содержать itemAmount, если нет itemPrice'],
  [
    /^must be given an itemAmount equal to itemPrice × quantity$/,
    'должно содержать itemAmount, равное itemPrice × quantity',
  ],
  [
    /^must be value and name of at most (\d+) and (\d+) characters, or a list of such$/,
    'должно содержать value и name не длиннее $1 и $2 знаков либо список таких пар',
  ],
  [/^must be items whose positionId is unique in the cart$/, 'должно содержать позиции с разными positionId'],
  [/^must not force a binding without a clientId$/, 'не может требовать связку без clientId'],
  [/^must not force a binding together with a bindingId$/, 'не может требовать связку вместе с bindingId'],
  [
    /^must not be true of an order whose features force a binding$/,
    'не может быть true, если features заказа требуют связку',
  ],
  [/^must leave at most 12 digits to amount and fee together$/, 'в сумме с amount не может превышать 12 цифр'],
  [/^must not be sent together with (\w+)$/, 'нельзя передавать вместе с $1'],
  [/^must not be sent of a one-phase payment$/, 'нельзя передавать для одностадийного платежа'],
  [
    /^(?:(\w+) )?needs a permission that the merchant does not have$/,
    (value) => `${value ?? ''} требует разрешения, которого у магазина нет`.trim(),
  ],
  [/^is no binding of this clientId$/, 'не указывает на связку этого clientId'],
  [/^must be that of the first call$/, 'должно быть таким же, как в первом вызове'],
  [/^must be that of the order, (\d+)$/, 'должно совпадать с заказом: $1'],
  [/^must be 0 with features VERIFY$/, 'должно быть равно 0, если features содержит VERIFY'],
  [/^must hold another (\w+): it (.+)$/, (name, rule) => `содержит ${name}, а это поле ${inRussian(rule!) ?? rule}`],
  [/^must not be above the approved amount, (\d+)$/, 'не может превышать удержанную сумму: $1'],
  [/^must not be above (\d+)$/, 'не может превышать $1'],
  [/^must be the whole, (\d+)$/, 'должно быть всей суммой: $1'],
  [/^must be two digits, 00 to 07$/, 'должно состоять из двух цифр, от 00 до 07'],
  [/^must be a version of the protocol, as (.+)$/, 'должно быть версией протокола, например $1'],
]

/** A rule in Russian; `undefined` when there is no text for it. */
export function inRussian(rule: string): string | undefined {
  for (const [pattern, telling] of tellings) {
    const found = pattern.exec(rule)
    if (found) return typeof telling === 'string' ? rule.replace(pattern, telling) : telling(...found.slice(1))
  }
  return undefined
}
