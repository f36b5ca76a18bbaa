/** In the place of the reference numbers that EMVCo assigns to an approved directory server and access server. */
export const DS_REFERENCE = 'SANDBOX_DS_020200'
export const ACS_REFERENCE = 'SANDBOX_ACS_020200'

/** Identifies the access server to the directory server. */
export const ACS_OPERATOR = 'SANDBOX-ACS'
