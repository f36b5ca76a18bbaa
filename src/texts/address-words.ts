/** What the parts of an address are called in one country and not in another, and what is wrong with one of them. */
export const addressWordKeys = [
  'zip',
  'state',
  'province',
  'county',
  'department',
  'district',
  'emirate',
  'island',
  'parish',
  'prefecture',
  'suburb',
  'post_town',
  'line2',
  'missing',
  'wrong',
] as const
export type AddressWords = Readonly<Record<(typeof addressWordKeys)[number], string>>

/** By language, in the order of the keys; loaded only where an address is asked for. */
const rows: Readonly<Record<string, string>> = {
  en: 'ZIP code|State|Province|County|Department|District|Emirate|Island|Parish|Prefecture|Suburb|Town|Apartment, floor|Fill in: {field}.|Check: {field}. Example: {example}',
  de: 'ZIP-Code|Bundesstaat|Provinz|Grafschaft|Departamento|Bezirk|Emirat|Insel|Gemeinde|Präfektur|Stadtteil|Ort|Wohnung, Etage|Bitte ausfüllen: {field}.|Bitte prüfen: {field}. Beispiel: {example}',
  fr: 'Code ZIP|État|Province|Comté|Département|District|Émirat|Île|Paroisse|Préfecture|Localité|Ville|Appartement, étage|À remplir : {field}.|À vérifier : {field}. Exemple : {example}',
  es: 'Código ZIP|Estado|Provincia|Condado|Departamento|Distrito|Emirato|Isla|Parroquia|Prefectura|Barrio|Localidad|Piso, puerta|Rellena este campo: {field}.|Revisa este campo: {field}. Ejemplo: {example}',
  it: 'Codice ZIP|Stato|Provincia|Contea|Dipartimento|Distretto|Emirato|Isola|Parrocchia|Prefettura|Sobborgo|Località|Interno, piano|Da compilare: {field}.|Da controllare: {field}. Esempio: {example}',
  'pt-pt':
    'Código ZIP|Estado|Província|Condado|Departamento|Distrito|Emirado|Ilha|Freguesia|Prefeitura|Subúrbio|Localidade|Andar, porta|Preencha: {field}.|Verifique: {field}. Exemplo: {example}',
  'pt-br':
    'Código ZIP|Estado|Província|Condado|Departamento|Distrito|Emirado|Ilha|Paróquia|Província|Bairro|Cidade|Complemento|Preencha: {field}.|Confira: {field}. Exemplo: {example}',
  nl: 'ZIP-code|Staat|Provincie|County|Departement|District|Emiraat|Eiland|Parochie|Prefectuur|Wijk|Plaats|Appartement, etage|Vul in: {field}.|Controleer: {field}. Voorbeeld: {example}',
  sv: 'ZIP-kod|Delstat|Provins|Grevskap|Departement|Distrikt|Emirat|Ö|Församling|Prefektur|Stadsdel|Postort|Lägenhet, våning|Fyll i: {field}.|Kontrollera: {field}. Exempel: {example}',
  da: 'ZIP-kode|Delstat|Provins|Grevskab|Departement|Distrikt|Emirat|Ø|Sogn|Præfektur|Bydel|By|Etage, dør|Udfyld: {field}.|Tjek: {field}. Eksempel: {example}',
  nb: 'ZIP-kode|Delstat|Provins|Grevskap|Departement|Distrikt|Emirat|Øy|Sogn|Prefektur|Bydel|Poststed|Leilighet, etasje|Fyll ut: {field}.|Sjekk: {field}. Eksempel: {example}',
  fi: 'ZIP-koodi|Osavaltio|Provinssi|Kreivikunta|Departementti|Piiri|Emiraatti|Saari|Seurakunta|Prefektuuri|Kaupunginosa|Postitoimipaikka|Huoneisto, kerros|Täytä: {field}.|Tarkista: {field}. Esimerkki: {example}',
  ru: 'ZIP-код|Штат|Провинция|Графство|Департамент|Район|Эмират|Остров|Приход|Префектура|Район|Город|Квартира, этаж|Заполните поле «{field}».|Проверьте поле «{field}». Пример: {example}',
  be: 'ZIP-код|Штат|Правінцыя|Графства|Дэпартамент|Раён|Эмірат|Востраў|Прыход|Прэфектура|Раён|Горад|Кватэра, паверх|Запоўніце поле «{field}».|Праверце поле «{field}». Прыклад: {example}',
  uk: 'ZIP-код|Штат|Провінція|Графство|Департамент|Район|Емірат|Острів|Парафія|Префектура|Район|Місто|Квартира, поверх|Заповніть поле «{field}».|Перевірте поле «{field}». Приклад: {example}',
  pl: 'Kod ZIP|Stan|Prowincja|Hrabstwo|Departament|Dystrykt|Emirat|Wyspa|Parafia|Prefektura|Dzielnica|Miasto|Mieszkanie, piętro|Proszę uzupełnić pole: {field}.|Proszę sprawdzić pole: {field}. Przykład: {example}',
  cs: 'ZIP kód|Stát|Provincie|Hrabství|Departement|Okres|Emirát|Ostrov|Farnost|Prefektura|Čtvrť|Město|Byt, patro|Vyplňte pole: {field}.|Zkontrolujte pole: {field}. Příklad: {example}',
  sk: 'ZIP kód|Štát|Provincia|Grófstvo|Departement|Okres|Emirát|Ostrov|Farnosť|Prefektúra|Štvrť|Mesto|Byt, poschodie|Vyplňte pole: {field}.|Skontrolujte pole: {field}. Príklad: {example}',
  bg: 'ZIP код|Щат|Провинция|Графство|Департамент|Район|Емирство|Остров|Енория|Префектура|Квартал|Град|Апартамент, етаж|Попълнете: {field}.|Проверете: {field}. Пример: {example}',
  sr: 'ZIP код|Савезна држава|Провинција|Округ|Департман|Дистрикт|Емират|Острво|Парохија|Префектура|Насеље|Град|Стан, спрат|Попуните: {field}.|Проверите: {field}. Пример: {example}',
  hu: 'ZIP-kód|Állam|Tartomány|Megye|Megye|Körzet|Emírség|Sziget|Egyházközség|Prefektúra|Városrész|Város|Emelet, ajtó|Töltse ki: {field}.|Ellenőrizze: {field}. Példa: {example}',
  ro: 'Cod ZIP|Stat|Provincie|Comitat|Departament|District|Emirat|Insulă|Parohie|Prefectură|Cartier|Oraș|Apartament, etaj|Completați: {field}.|Verificați: {field}. Exemplu: {example}',
  el: 'Κωδικός ZIP|Πολιτεία|Επαρχία|Κομητεία|Διαμέρισμα|Περιοχή|Εμιράτο|Νησί|Ενορία|Νομός|Προάστιο|Πόλη|Διαμέρισμα, όροφος|Συμπληρώστε: {field}.|Ελέγξτε: {field}. Παράδειγμα: {example}',
  lt: 'ZIP kodas|Valstija|Provincija|Grafystė|Departamentas|Rajonas|Emyratas|Sala|Parapija|Prefektūra|Priemiestis|Miestas|Butas, aukštas|Užpildykite: {field}.|Patikrinkite: {field}. Pavyzdys: {example}',
  lv: 'ZIP kods|Štats|Province|Grāfiste|Departaments|Rajons|Emirāts|Sala|Pagasts|Prefektūra|Priekšpilsēta|Pilsēta|Dzīvoklis, stāvs|Aizpildiet: {field}.|Pārbaudiet: {field}. Piemērs: {example}',
  et: 'ZIP-kood|Osariik|Provints|Krahvkond|Departemang|Ringkond|Emiraat|Saar|Kihelkond|Prefektuur|Linnaosa|Linn|Korter, korrus|Täitke väli: {field}.|Kontrollige välja: {field}. Näide: {example}',
  kk: 'ZIP коды|Штат|Провинция|Графтық|Департамент|Аудан|Әмірлік|Арал|Приход|Префектура|Аудан|Қала|Пәтер, қабат|Толтырыңыз: {field}.|Тексеріңіз: {field}. Мысалы: {example}',
  ky: 'ZIP коду|Штат|Провинция|Графтык|Департамент|Район|Эмират|Арал|Приход|Префектура|Район|Шаар|Батир, кабат|Толтуруңуз: {field}.|Текшериңиз: {field}. Мисалы: {example}',
  uz: 'ZIP-kod|Shtat|Provinsiya|Graflik|Departament|Tuman|Amirlik|Orol|Prixod|Prefektura|Daha|Shahar|Xonadon, qavat|Toʻldiring: {field}.|Tekshiring: {field}. Masalan: {example}',
  tr: 'ZIP kodu|Eyalet|İl|Kontluk|Departman|İlçe|Emirlik|Ada|Bölge|Prefektörlük|Semt|Şehir|Daire, kat|Doldurun: {field}.|Kontrol edin: {field}. Örnek: {example}',
  az: 'ZIP kodu|Ştat|Əyalət|Qraflıq|Departament|Rayon|Əmirlik|Ada|Qəza|Prefektura|Qəsəbə|Şəhər|Mənzil, mərtəbə|Doldurun: {field}.|Yoxlayın: {field}. Nümunə: {example}',
  ka: 'ZIP-კოდი|შტატი|პროვინცია|საგრაფო|დეპარტამენტი|რაიონი|საამირო|კუნძული|სამრევლო|პრეფექტურა|უბანი|ქალაქი|ბინა, სართული|შეავსეთ: {field}.|შეამოწმეთ: {field}. მაგალითი: {example}',
  hy: 'ZIP կոդ|Նահանգ|Գավառ|Կոմսություն|Դեպարտամենտ|Շրջան|Էմիրություն|Կղզի|Համայնք|Պրեֆեկտուրա|Թաղամաս|Քաղաք|Բնակարան, հարկ|Լրացրեք՝ {field}։|Ստուգեք՝ {field}։ Օրինակ՝ {example}',
  ar: 'الرمز البريدي (ZIP)|الولاية|المقاطعة|المقاطعة|الإقليم|المنطقة|الإمارة|الجزيرة|الأبرشية|المحافظة|الضاحية|المدينة|الشقة، الطابق|املأ هذا الحقل: {field}.|تحقّق من هذا الحقل: {field}. مثال: {example}',
  he: 'מיקוד (ZIP)|מדינה|מחוז|מחוז|מחלקה|אזור|אמירות|אי|קהילה|פרפקטורה|פרבר|עיר|דירה, קומה|יש למלא: {field}.|יש לבדוק: {field}. דוגמה: {example}',
  fa: 'کد پستی (ZIP)|ایالت|استان|شهرستان|بخش|ناحیه|امارت|جزیره|ناحیهٔ کلیسایی|استان|حومه|شهر|واحد، طبقه|این بخش را پر کنید: {field}.|این بخش را بررسی کنید: {field}. نمونه: {example}',
  hi: 'ज़िप कोड|राज्य|प्रांत|काउंटी|विभाग|ज़िला|अमीरात|द्वीप|पैरिश|प्रीफ़ेक्चर|उपनगर|नगर|फ़्लैट, मंज़िल|भरें: {field}।|जाँचें: {field}। उदाहरण: {example}',
  ja: 'ZIPコード|州|省・州|郡|県|地区|首長国|島|教区|都道府県|地区|市町村|建物名・部屋番号|「{field}」を入力してください。|「{field}」を確認してください。例：{example}',
  ko: 'ZIP 코드|주|지방|카운티|주|구|토후국|섬|교구|현|교외 지역|도시|동·호수|{field} 항목을 입력해 주세요.|{field} 항목을 확인해 주세요. 예: {example}',
  'zh-hans':
    '邮政编码（ZIP）|州|省|县|省|区|酋长国|岛|教区|都道府县|城区|城镇|楼层、房号|请填写：{field}。|请检查：{field}。例如：{example}',
  vi: 'Mã ZIP|Bang|Tỉnh|Hạt|Tỉnh|Quận|Tiểu vương quốc|Đảo|Giáo xứ|Tỉnh|Ngoại ô|Thị trấn|Căn hộ, tầng|Hãy điền: {field}.|Hãy kiểm tra: {field}. Ví dụ: {example}',
  id: 'Kode ZIP|Negara bagian|Provinsi|Kabupaten|Departemen|Distrik|Emirat|Pulau|Paroki|Prefektur|Pinggiran kota|Kota|Apartemen, lantai|Isi kolom: {field}.|Periksa kolom: {field}. Contoh: {example}',
}

/** The languages that have words of their own. */
export const addressLanguages = Object.keys(rows)

/** The words of a language; the tag is one of the checkout’s languages. */
export function addressWords(locale: string): AddressWords {
  const words = (rows[locale.toLowerCase()] ?? rows['en']!).split('|')
  return Object.fromEntries(addressWordKeys.map((key, at) => [key, words[at]!])) as AddressWords
}
