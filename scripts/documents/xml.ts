const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or an attribute of XML, without the control characters that XML cannot contain. */
export const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (sign) => entities[sign]!)
