import type { SignatureRule } from '#signature/signature.ts'
import { translate, type Words } from './translate.ts'

/** What is wrong with the signature of a request. */
export type BrokenSignature = SignatureRule | 'in-url' | 'by-token' | 'login-missing' | 'certificate-missing'

/** The developer's sentence by the broken rule (online gateway 5, request signature). */
const sentences: Readonly<Record<BrokenSignature, Words>> = {
  'in-url': {
    en: 'A signed request must have all its parameters in the body, not in the URL',
    ru: 'Все параметры подписанного запроса должны быть в теле, а не в URL',
    be: 'Усе параметры падпісанага запыту павінны быць у целе, а не ў URL',
    kk: 'Қол қойылған сұраудың барлық параметрлері URL-де емес, денесінде болуы керек',
  },
  'by-token': {
    en: 'A signed request must carry userName and password, not token',
    ru: 'Подписанный запрос должен содержать userName и password, а не token',
    be: 'Падпісаны запыт павінен змяшчаць userName і password, а не token',
    kk: 'Қол қойылған сұрауда token емес, userName мен password болуы керек',
  },
  'login-missing': {
    en: 'A signed request must carry userName and password',
    ru: 'Подписанный запрос должен содержать userName и password',
    be: 'Падпісаны запыт павінен змяшчаць userName і password',
    kk: 'Қол қойылған сұрауда userName мен password болуы керек',
  },
  'certificate-missing': {
    en: 'Header X-Signature cannot be verified: the merchant has uploaded no certificate',
    ru: 'Заголовок X-Signature нельзя проверить: сертификат магазина не загружен',
    be: 'Загаловак X-Signature нельга праверыць: сертыфікат крамы не загружаны',
    kk: 'X-Signature тақырыбын тексеру мүмкін емес: дүкеннің сертификаты жүктелмеген',
  },
  'hash-missing': {
    en: 'Header X-Hash is required',
    ru: 'Нужен заголовок X-Hash',
    be: 'Патрэбен загаловак X-Hash',
    kk: 'X-Hash тақырыбы қажет',
  },
  'hash-not-base64': {
    en: 'Header X-Hash must be the Base64 of 32 bytes',
    ru: 'Заголовок X-Hash должен содержать 32 байта в Base64',
    be: 'Загаловак X-Hash павінен змяшчаць 32 байты ў Base64',
    kk: 'X-Hash тақырыбында Base64 түріндегі 32 байт болуы керек',
  },
  'hash-of-other-body': {
    en: 'Header X-Hash is not the SHA-256 of the body as received',
    ru: 'Заголовок X-Hash не равен SHA-256 полученного тела',
    be: 'Загаловак X-Hash не роўны SHA-256 атрыманага цела',
    kk: 'X-Hash тақырыбы алынған дененің SHA-256 мәніне тең емес',
  },
  'signature-missing': {
    en: 'Header X-Signature is required',
    ru: 'Нужен заголовок X-Signature',
    be: 'Патрэбен загаловак X-Signature',
    kk: 'X-Signature тақырыбы қажет',
  },
  'signature-not-base64': {
    en: 'Header X-Signature must be Base64',
    ru: 'Заголовок X-Signature должен быть в Base64',
    be: 'Загаловак X-Signature павінен быць у Base64',
    kk: 'X-Signature тақырыбы Base64 түрінде болуы керек',
  },
  'signature-wrong': {
    en: "Header X-Signature is not SHA256withRSA over the bytes of the hash by the key of the merchant's certificate",
    ru: 'Заголовок X-Signature не является подписью SHA256withRSA байтов хеша ключом сертификата магазина',
    be: 'Загаловак X-Signature не з’яўляецца подпісам SHA256withRSA байтаў хэша ключом сертыфіката крамы',
    kk: 'X-Signature тақырыбы дүкен сертификаты кілтімен жасалған хеш байттарының SHA256withRSA қолтаңбасы емес',
  },
}

export const describeSignature = (broken: BrokenSignature, language: unknown): string =>
  translate(sentences[broken], language)
