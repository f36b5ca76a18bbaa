/**
 * Schemes that credit-card-type lacks or takes for others, by their first digits: prefixes, or ranges `low-high`. Two
 * ids mean a co-badged card; schemes that only share digits have one id. Where sources disagree about a whole range of
 * numbers (RuPay's and Troy's 65, RuPay's and Mir's 353 and 356), the library's answer is used.
 */
export const schemes: readonly (readonly [ids: string, digits: string])[] = [
  ['humo', '9860'],
  ['uzcard mir', '8600'],
  ['uzcard', '5614'],
  ['belkart mir', '9112'],
  ['belkart', '911200 911239 911250 911299'],
  ['elcart mir', '9417'],
  ['elcart', '941700 941799'],
  ['arca mir', '9051'],
  ['arca', '902100'],
  ['mir', '9762 9777 9990'],
  ['maestro mir', '505827 561468 671182 676347 676454 676531 676884 676907 677319 677384'],
  ['unionpay mir', '623446 629129 629157 629244'],
  ['apra', '999001'],
  ['napas', '9704'],
  ['paypak-borica', '2205'],
  ['ukrcard', '604001-604200'],
  ['nps', '605474'],
  ['dankort', '501900-501999'],
  ['rupay', '60 81 82 508000-508999 652150-653149'],
  ['lankapay jcb', '357111'],
  ['mada', '9682'],
  ['verve', '506099-506198 507865-507964 650002-650027'],
  ['uatp', '1'],
]

/** Names of the schemes that the library lacks; a star means that the card always has a security code. */
export const schemeNames: Readonly<Record<string, string>> = {
  humo: 'Humo',
  uzcard: 'UzCard',
  belkart: 'Belkart',
  elcart: 'Elcart',
  arca: 'ArCa',
  apra: 'APRA',
  napas: 'Napas',
  'paypak-borica': 'PayPak / Borica',
  ukrcard: 'UkrCard',
  nps: 'NPS',
  dankort: 'Dankort*',
  rupay: 'RuPay*',
  lankapay: 'LankaPay*',
  mada: 'mada*',
  uatp: 'UATP',
}
