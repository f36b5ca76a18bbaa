/**
 * The messages of a payment (message category 01) in a browser (device channel 02), by EMV 3-D Secure, Protocol and Core
 * Functions Specification 2.2.0, table A.1: which fields each has, and their form. Sources: that table, and the public
 * tables of docs.3dsecure.io.
 */
export interface Field {
  readonly name: string
  /** Required, or required where another field has one of these values, or optional. */
  readonly inclusion: 'required' | 'optional' | { readonly [field: string]: readonly string[] }
  readonly form: RegExp
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const yesOrNo = /^[YN]$/
const authenticationType = /^0[1-4]$/
const authenticationValue = /^[A-Za-z\d+/]{27}=$/
const reason = /^(?:0[1-9]|1\d|2[0-6])$/
const eci = /^\d\d$/
const reference = /^.{1,32}$/
const text = /^.{1,2048}$/s
const address = /^https?:\/\/.{1,2040}$/

const common = (messageType: string): readonly Field[] => [
  { name: 'messageType', inclusion: 'required', form: new RegExp(`^${messageType}$`) },
  { name: 'messageVersion', inclusion: 'required', form: /^2\.[12]\.0$/ },
]

const required = (form: RegExp, ...names: readonly string[]): readonly Field[] =>
  names.map((name) => ({ name, inclusion: 'required', form }))

const optional = (form: RegExp, ...names: readonly string[]): readonly Field[] =>
  names.map((name) => ({ name, inclusion: 'optional', form }))

export const messages: Readonly<Record<string, readonly Field[]>> = {
  ARes: [
    ...common('ARes'),
    ...required(uuid, 'threeDSServerTransID', 'acsTransID', 'dsTransID'),
    ...required(reference, 'acsReferenceNumber', 'dsReferenceNumber'),
    ...optional(reference, 'acsOperatorID'),
    { name: 'transStatus', inclusion: 'required', form: /^[YNUACDRI]$/ },
    { name: 'transStatusReason', inclusion: { transStatus: ['N', 'U', 'R'] }, form: reason },
    { name: 'authenticationValue', inclusion: { transStatus: ['Y', 'A'] }, form: authenticationValue },
    ...optional(eci, 'eci'),
    { name: 'acsChallengeMandated', inclusion: { transStatus: ['C', 'D'] }, form: yesOrNo },
    { name: 'authenticationType', inclusion: { transStatus: ['C', 'D'] }, form: authenticationType },
    { name: 'acsURL', inclusion: { transStatus: ['C'] }, form: address },
    { name: 'acsDecConInd', inclusion: { transStatus: ['D'] }, form: yesOrNo },
    { name: 'cardholderInfo', inclusion: { acsDecConInd: ['Y'] }, form: /^.{1,128}$/s },
    ...optional(/^[YNEPRU]$/, 'whiteListStatus'),
  ],
  CReq: [
    ...common('CReq'),
    ...required(uuid, 'threeDSServerTransID', 'acsTransID'),
    { name: 'challengeWindowSize', inclusion: 'required', form: /^0[1-5]$/ },
  ],
  CRes: [
    ...common('CRes'),
    ...required(uuid, 'threeDSServerTransID', 'acsTransID'),
    { name: 'transStatus', inclusion: 'required', form: yesOrNo },
    // Required by table A.1; table B.5 leaves it out for browsers.
    { name: 'challengeCompletionInd', inclusion: 'required', form: /^Y$/ },
  ],
  RReq: [
    ...common('RReq'),
    { name: 'messageCategory', inclusion: 'required', form: /^01$/ },
    ...required(uuid, 'threeDSServerTransID', 'acsTransID', 'dsTransID'),
    { name: 'transStatus', inclusion: 'required', form: /^[YNUAR]$/ },
    { name: 'transStatusReason', inclusion: { transStatus: ['N', 'U', 'R'] }, form: reason },
    { name: 'authenticationType', inclusion: { transStatus: ['Y', 'N'] }, form: authenticationType },
    { name: 'authenticationValue', inclusion: { transStatus: ['Y', 'A'] }, form: authenticationValue },
    ...optional(eci, 'eci'),
    { name: 'interactionCounter', inclusion: 'required', form: /^\d\d$/ },
    ...optional(/^0[13-8]$/, 'challengeCancel'),
    ...optional(/^[YNEPRU]$/, 'whiteListStatus'),
  ],
  RRes: [
    ...common('RRes'),
    ...required(uuid, 'threeDSServerTransID', 'acsTransID', 'dsTransID'),
    { name: 'resultsStatus', inclusion: 'required', form: /^0[1-3]$/ },
  ],
  Erro: [
    ...common('Erro'),
    { name: 'errorCode', inclusion: 'required', form: /^(?:10[1-3]|20[1-4]|30[1-7]|40[2-5])$/ },
    { name: 'errorComponent', inclusion: 'required', form: /^[CSDA]$/ },
    ...required(text, 'errorDescription', 'errorDetail'),
    // The ids, where they are known.
    ...optional(/^(?:A|C|P|R)Re[qs]$|^Erro$/, 'errorMessageType'),
    ...optional(/^.{1,36}$/, 'threeDSServerTransID', 'acsTransID', 'dsTransID'),
  ],
}
