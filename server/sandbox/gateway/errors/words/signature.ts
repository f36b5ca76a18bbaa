import type { SignatureRule } from '#signature/signature.ts'
import { translate, type Words } from './translate.ts'

/** What is wrong with the signature of a request. */
export type BrokenSignature = SignatureRule | 'in-url' | 'by-token' | 'login-missing' | 'certificate-missing'

/** The developer's sentence by the broken rule (online gateway 5, request signature). */
const sentences: Readonly<Record<BrokenSignature, Words>> = {
  'in-url': {
    en: 'A signed request must have all its parameters in the body, not in the URL',
    ru: 'Все параметры подписанного запроса должны быть в теле, а не в URL',
  },
  'by-token': {
    en: 'A signed request must carry userName and password, not token',
    ru: 'Подписанный запрос должен содержать userName и password, а не token',
  },
  'login-missing': {
    en: 'A signed request must carry userName and password',
    ru: 'Подписанный запрос должен содержать userName и password',
  },
  'certificate-missing': {
    en: 'Header X-Signature cannot be verified: the merchant has uploaded no certificate',
    ru: 'Заголовок X-Signature нельзя проверить: сертификат магазина не загружен',
  },
  'hash-missing': {
    en: 'Header X-Hash is required',
    ru: 'Нужен заголовок X-Hash',
  },
  'hash-not-base64': {
    en: 'Header X-Hash must be the Base64 of 32 bytes',
    ru: 'Заголовок X-Hash должен содержать 32 байта в Base64',
  },
  'hash-of-other-body': {
    en: 'Header X-Hash is not the SHA-256 of the body as received',
    ru: 'Заголовок X-Hash не равен SHA-256 полученного тела',
  },
  'signature-missing': {
    en: 'Header X-Signature is required',
    ru: 'Нужен заголовок X-Signature',
  },
  'signature-not-base64': {
    en: 'Header X-Signature must be Base64',
    ru: 'Заголовок X-Signature должен быть в Base64',
  },
  'signature-wrong': {
    en: "Header X-Signature is not SHA256withRSA over the bytes of the hash by the key of the merchant's certificate",
    ru: 'Заголовок X-Signature не является подписью SHA256withRSA байтов хеша ключом сертификата магазина',
  },
}

export const describeSignature = (broken: BrokenSignature, language: unknown): string =>
  translate(sentences[broken], language)
