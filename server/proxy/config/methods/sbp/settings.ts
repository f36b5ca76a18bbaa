import type { CodeConfig } from '../code.ts'

/** How the environment sets up the Faster Payments System (SBP). */
export const sbp: CodeConfig = {
  name: 'TENDER_SBP',
  needs: ['sbpGetQr', 'sbpQrStatus', 'sbpRejectQr'],
  inSandbox: { TENDER_SBP: 'on' },
}
