/** The page of the banks' apps, at the gateway's address; https://qr.nspk.ru/… of the family. */
export const appPath = (qrId: string): string => `/nspk/${qrId}`
